"""The parts of a world that bend it: faults, tokens, rate limits."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Any, Literal

from .coding import decode, wish
from .part import Part
from .values import FaultRecord, FaultSet, FaultType, IssuedToken, RateLimit, Token, TokenFacts
from .wishes import Fault, FaultMatch, FaultSetName, FaultWish


class Faults(Part):
    """What goes wrong in a world."""

    def list(self) -> builtins.list[FaultRecord]:
        """The faults, and how often they happened."""
        return [decode(FaultRecord, one) for one in self._call("listFaults")["faults"]]

    def add(
        self,
        fault: Fault,
        *,
        id: str | None = None,
        match: FaultMatch | None = None,
        after: int | None = None,
        times: int | None = None,
        probability: float | None = None,
        after_seconds: int | None = None,
        for_seconds: int | None = None,
    ) -> FaultRecord:
        """Adds a fault: `add({"type": "status", "status": 503}, match={"path": "/v1/lotes"}, times=1)`.

        `after` matches pass before the first that it happens to, `times` is how often it happens at most.
        `after_seconds` and `for_seconds` are of the world's time. Without `match` it happens to everything.
        """
        body = wish(
            fault=fault,
            id=id,
            match=match,
            after=after,
            times=times,
            probability=probability,
            after_seconds=after_seconds,
            for_seconds=for_seconds,
        )
        return decode(FaultRecord, self._call("addFault", body=body))

    def add_wish(self, wish: FaultWish) -> FaultRecord:
        """Adds a fault that is written as `POST /_mock/faults` takes it, such as one from a file."""
        return decode(FaultRecord, self._call("addFault", body=wish))

    def get(self, id: str) -> FaultRecord:
        """One fault."""
        return decode(FaultRecord, self._call("getFault", id=id))

    def remove(self, id: str) -> None:
        """Removes one fault."""
        self._call("removeFault", id=id)

    def clear(self) -> None:
        """Removes all faults."""
        self._call("removeFaults")

    def types(self) -> builtins.list[FaultType]:
        """The types of faults, and what each takes."""
        return [decode(FaultType, one) for one in self._call("listFaultTypes")["types"]]


class FaultSets(Part):
    """Ready-made sets of faults."""

    def list(self) -> builtins.list[FaultSet]:
        """The sets, and which of them the world has."""
        return [decode(FaultSet, one) for one in self._call("listFaultSets")["sets"]]

    def add(self, name: FaultSetName, *, match: FaultMatch | None = None) -> FaultSet:
        """Adds a set, to everything or to what matches."""
        return decode(FaultSet, self._call("addFaultSet", name=name, body=wish(match=match)))

    def remove(self, name: FaultSetName) -> None:
        """Removes a set."""
        self._call("removeFaultSet", name=name)


class Tokens(Part):
    """Tokens, made to measure and taken back."""

    def list(self) -> builtins.list[IssuedToken]:
        """Those that were given out or shown lately: whose they are and until when, not what they are."""
        return [decode(IssuedToken, one) for one in self._call("listTokens")["tokens"]]

    def end_session(self, session: str) -> None:
        """Ends a session, as by signing out."""
        self._call("endSession", session=session)

    def mint(
        self,
        api: Literal["agrobridge", "interspace", "invernaderos"],
        account: str,
        *,
        session: str | None = None,
        expires_in: int | None = None,
        claims: Mapping[str, Any] | None = None,
    ) -> Token:
        """Makes a token for an account, by its id as the API's tokens name it: `user_123`, `account_1`,
        `admin@example.com`.

        `expires_in` is in seconds of the world's time; below zero the token has expired already.
        """
        body = wish(api=api, account=account, session=session, expires_in=expires_in, claims=claims)
        return decode(Token, self._call("mintToken", body=body))

    def inspect(self, token: str) -> TokenFacts:
        """Whose token it is, and why it is refused."""
        return decode(TokenFacts, self._call("inspectToken", body={"token": token}))

    def invalidate(self) -> None:
        """Makes every token of the world invalid."""
        self._call("invalidateTokens")


class RateLimits(Part):
    """The rate limits of the APIs."""

    def list(self) -> builtins.list[RateLimit]:
        """The limits of all APIs."""
        return [decode(RateLimit, one) for one in self._call("listRateLimits")["rateLimits"]]

    def get(self, api: str) -> RateLimit:
        """The limit of an API, and who has asked in this window."""
        return decode(RateLimit, self._call("getRateLimit", api=api))

    def set(self, api: str, *, authenticated: int, anonymous: int) -> RateLimit:
        """Changes the limit: requests a minute with a token and without one."""
        body = {"authenticated": authenticated, "anonymous": anonymous}
        return decode(RateLimit, self._call("setRateLimit", api=api, body=body))

    def turn_off(self, api: str) -> RateLimit:
        """Removes the limit."""
        return decode(RateLimit, self._call("setRateLimit", api=api, body={"off": True}))

    def exhaust(self, api: str, *, account: str | None = None, address: str | None = None) -> RateLimit:
        """Uses up what an account, or an address without a token, has left in this window."""
        return decode(RateLimit, self._call("exhaustRateLimit", api=api, body=wish(account=account, address=address)))

    def reset(self, api: str, *, account: str | None = None, address: str | None = None) -> RateLimit:
        """Forgets what was used: of an account or an address, or of everyone."""
        return decode(RateLimit, self._call("resetRateLimit", api=api, body=wish(account=account, address=address)))
