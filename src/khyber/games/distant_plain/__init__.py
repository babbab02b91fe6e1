"""A Distant Plain: insurgency in Afghanistan, for one to four players."""
