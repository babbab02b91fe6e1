"""Worker processes and background tasks, each within its budget."""
