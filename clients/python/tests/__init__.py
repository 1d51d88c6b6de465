"""Against a running server: SLUICE_URL is its address, SLUICE_API_KEY a key that may write."""
