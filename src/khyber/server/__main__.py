"""`python -m khyber.server`: a server with settings from the environment.

KHYBER_HOST, KHYBER_PORT, KHYBER_WORKERS and KHYBER_PROXY are the options of `khyber serve`.
"""

from __future__ import annotations

import os

from khyber.server.serve import serve
from khyber.server.settings import from_environment

if __name__ == "__main__":
    serve(
        from_environment(),
        os.environ.get("KHYBER_HOST", "127.0.0.1"),
        int(os.environ.get("KHYBER_PORT", "8470")),
        workers=int(os.environ.get("KHYBER_WORKERS", "1")),
        proxies=os.environ.get("KHYBER_PROXY", ""),
    )
