"""What is printed: map, counters, tables; each file says where its facts come from."""
