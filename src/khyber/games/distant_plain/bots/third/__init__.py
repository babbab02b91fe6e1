"""The Non-players of the 3rd printing (8.1-8.9): one module for each part of each Faction's flowchart."""
