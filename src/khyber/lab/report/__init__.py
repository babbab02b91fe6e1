"""Reports of a run: numbers from its Parquet rows (`numbers.py`), charts (`drawing.py`) and one page (`page.py`)."""
