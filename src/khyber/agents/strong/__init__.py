"""An agent that compares whole turns in imagined worlds before it plays one."""
