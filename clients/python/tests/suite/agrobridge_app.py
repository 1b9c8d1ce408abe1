"""The networking code of an app for AgroBridge, as an app would have it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import requests


@dataclass(frozen=True)
class User:
    id: str
    email: str
    nombre: str
    rol: str


@dataclass(frozen=True)
class Lote:
    id: str
    nombre: str
    ubicacion: str
    tipo_cultivo: str
    area_hectareas: float

    @classmethod
    def read(cls, json: dict[str, Any]) -> Lote:
        return cls(json["id"], json["nombre"], json["ubicacion"], json["tipoCultivo"], json["areaHectareas"])


class AgroBridgeError(Exception):
    def __init__(self, response: requests.Response) -> None:
        error = response.json()["error"]
        super().__init__(error["message"])
        self.status: int = response.status_code
        self.code: str = error["code"]
        self.retry_after = int(response.headers.get("Retry-After", 0))


class AgroBridge:
    """Signs in, and reads and writes plots."""

    def __init__(self, base_url: str, token: str | None = None) -> None:
        self._base_url = base_url
        self._session = requests.Session()
        if token:
            self.token = token

    @property
    def token(self) -> str:
        return str(self._session.headers["Authorization"]).removeprefix("Bearer ")

    @token.setter
    def token(self, token: str) -> None:
        self._session.headers["Authorization"] = f"Bearer {token}"

    def sign_in(self, email: str = "usuario@example.com", password: str = "password123") -> User:
        response = self._call("POST", "/auth/login", {"email": email, "password": password})
        self.token = response["token"]
        return User(**response["user"])

    def lotes(self) -> list[Lote]:
        lotes: list[Lote] = []
        for page in range(1, 100):
            response = self._call("GET", f"/lotes?limit=100&page={page}")
            lotes += [Lote.read(one) for one in response["lotes"]]
            if page >= response["totalPages"]:
                break
        return lotes

    def lote(self, id: str) -> Lote:
        return Lote.read(self._call("GET", f"/lotes/{id}"))

    def create_lote(self, nombre: str, ubicacion: str, tipo_cultivo: str, area_hectareas: float) -> Lote:
        body = {
            "nombre": nombre,
            "ubicacion": ubicacion,
            "tipoCultivo": tipo_cultivo,
            "areaHectareas": area_hectareas,
        }
        return Lote.read(self._call("POST", "/lotes", body))

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        response = self._session.request(method, self._base_url + path, json=body, timeout=10)
        if not response.ok:
            raise AgroBridgeError(response)
        return response.json()
