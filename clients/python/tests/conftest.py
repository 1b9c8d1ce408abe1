"""What the kit's own tests share."""

from __future__ import annotations

pytest_plugins = ["pytester"]
