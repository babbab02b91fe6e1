"""What both printings share: guidelines, ranks, and the parts of Operations and Special Activities."""
