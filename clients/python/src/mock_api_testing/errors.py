"""What can go wrong, each with a message that says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .values import Socket, Verification


class MockApiError(Exception):
    """The base of every error of this kit."""


class ServerNotFoundError(MockApiError):
    """There is no server and no program to start one, or the program did not start."""

    HELP = (
        "Either set MOCK_API_URL (or --mock-api-url) to a server that runs, such as http://localhost:3000, "
        "or install mock-api with pip (mock_api-….whl) or so that it is on PATH (script/install --prefix ~/.local), "
        "or set MOCK_API_BINARY to the program's path."
    )


class ServerUnreachableError(ServerNotFoundError):
    """No server responds at the URL, or the connection broke."""


class ServerEndedError(ServerUnreachableError):
    """The server that the kit started has ended. The next world starts another one."""


class NotAMockServerError(MockApiError):
    """Something else than mock-api answers at the URL."""


class ServerTooOldError(MockApiError):
    """The server's version is below the one that this kit needs."""

    def __init__(self, url: str, has: str, needs: str) -> None:
        super().__init__(
            f"mock-api at {url} is too old: it has version {has}, and this kit needs {needs} or later. "
            "Install a newer mock-api, or a kit of the server's own version."
        )
        self.has = has
        self.needs = needs


class UnknownApiError(MockApiError, KeyError):
    """The server has no API of this name."""

    def __str__(self) -> str:
        # KeyError would show the message in quotes.
        return str(self.args[0])


class CallTimeoutError(MockApiError, TimeoutError):
    """The server did not respond to a call in time."""


class CallRefusedError(MockApiError):
    """The server refused a call. `status`, `code`, `message` and `details` are as the server said them."""

    def __init__(
        self,
        operation: str,
        world: str | None,
        status: int,
        code: str,
        message: str,
        details: dict[str, str] | None = None,
        advice: str = "",
    ) -> None:
        facts = "".join(f"; {name}: {value}" for name, value in (details or {}).items())
        place = f" in world {world}" if world else ""
        super().__init__(f"{operation}{place} was refused: {status} {code}: {message}{facts}{advice}")
        self.operation = operation
        self.world = world
        self.status = status
        self.code = code
        self.message = message
        self.details = details or {}


class AdminTokenError(CallRefusedError):
    """The server wants its --admin-token, and got none or a wrong one."""


class WorldLimitError(CallRefusedError):
    """The server has as many worlds as --max-worlds allows."""


class NotSatisfiedError(MockApiError, AssertionError):
    """What a test expected did not happen. `verification` is the server's response, where it gave one."""

    def __init__(self, message: str, verification: Verification | None = None) -> None:
        super().__init__(message)
        self.verification = verification


class SocketError(MockApiError):
    """A socket of the test could not be opened, or has ended, or its server sent an ERROR."""


class LeakedSocketsError(MockApiError, AssertionError):
    """A test left sockets open. `sockets` are those."""

    def __init__(self, message: str, sockets: list[Socket]) -> None:
        super().__init__(message)
        self.sockets = sockets


class LeakedSocketsWarning(UserWarning):
    """A test left sockets open."""


class UnusedFaultWarning(UserWarning):
    """A test added a fault that never applied."""


def refusal(operation: str, world: str | None, status: int, body: Any) -> CallRefusedError:
    """Makes the error for a response that is no success."""
    error = body.get("error", {}) if isinstance(body, dict) else {}
    if not isinstance(error, dict):
        error = {}
    code = str(error.get("code", "UNKNOWN"))
    message = str(error.get("message", body if isinstance(body, str) else "the response has no message"))
    details = {str(name): str(value) for name, value in (error.get("details") or {}).items()}
    if status == 401:
        advice = ". Set MOCK_API_ADMIN_TOKEN to what the server was given as --admin-token."
        return AdminTokenError(operation, world, status, code, message, details, advice)
    if operation == "createWorld" and "--max-worlds" in message:
        advice = ". Raise --max-worlds of the server, run fewer tests at once, or lower its --world-ttl."
        return WorldLimitError(operation, world, status, code, message, details, advice)
    return CallRefusedError(operation, world, status, code, message, details)
