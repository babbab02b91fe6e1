"""The machinery of all Non-players: flowcharts walked on a scratch position, priorities, plans, traces."""
