"""Pictures that the server draws."""
