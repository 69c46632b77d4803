"""The server at work: a socket, uvicorn, and the browser."""

from __future__ import annotations

import uvicorn

from litgrid.web.app import create_app
from litgrid.web.settings import Settings


def serve(port: int = 8931) -> None:
    """Serve until Ctrl-C."""
    settings = Settings(port)
    uvicorn.run(create_app(settings), host="127.0.0.1", port=port, log_level="warning", server_header=False)


if __name__ == "__main__":
    serve()
