"""The generated pages of docs/, and the documentation's web site."""
