"""Studies: many games of several set-ups, described in a file, run resumably, kept as Parquet."""
