"""The database: schema, migrations, queries, the write path of tables, backup."""
