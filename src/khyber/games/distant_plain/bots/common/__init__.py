"""Code shared by both printings: guidelines, ranks, and parts of Operations and Special Activities."""
