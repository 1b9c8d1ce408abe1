"""`python -m mock_api`."""

from . import main

main()
