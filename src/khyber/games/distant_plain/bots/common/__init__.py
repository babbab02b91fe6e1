"""What both printings share: guidelines, and what each Operation and Special Activity is made of."""
