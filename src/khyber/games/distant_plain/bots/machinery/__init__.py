"""What every Non-player runs on: flowcharts walked on a scratch copy, plans, priorities, traces."""
