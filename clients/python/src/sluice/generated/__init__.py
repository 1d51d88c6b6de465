"""What is made from the description of the API."""
