"""Programs for work on Khyber; none of them is in the wheel."""
