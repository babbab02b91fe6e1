"""The machinery of every Non-player: flowcharts walked on a scratch position, priorities, plans, traces."""
