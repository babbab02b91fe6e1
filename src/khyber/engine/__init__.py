"""The engine: decisions, chance, tables, records, views. It knows no game and no agent."""
