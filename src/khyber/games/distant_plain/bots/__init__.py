"""Non-players (8): the machinery that walks a rulebook flowchart, and the flowcharts themselves."""
