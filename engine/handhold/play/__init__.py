"""Events run, traced and reckoned. Cannot print."""
