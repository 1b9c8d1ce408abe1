"""The bill of materials: what a package contains, in SPDX 2.3 (https://spdx.github.io/spdx-spec/v2.3/)."""

from __future__ import annotations

import hashlib
import json
import re
import time
from pathlib import Path
from typing import Any

from components import Component

UNKNOWN = "NOASSERTION"


def identifier(name: str) -> str:
    """A component's identifier in the document."""
    return "SPDXRef-Package-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def described(part: Component, *, inside: bool) -> dict[str, Any]:
    """A component as a package of SPDX."""
    package: dict[str, Any] = {
        "SPDXID": identifier(part.name),
        "name": part.name,
        "versionInfo": part.version,
        "downloadLocation": f"git+{part.source}@{part.version}" if part.source.startswith("https://") else UNKNOWN,
        "filesAnalyzed": False,
        "licenseConcluded": UNKNOWN,
        "licenseDeclared": part.license,
        "copyrightText": UNKNOWN,
        "externalRefs": [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": part.purl}
        ],
    }
    if part.source and not part.source.startswith("https://"):
        package["sourceInfo"] = f"built from the source package {part.source}"
    if part.libraries:
        place = "in lib/mock-api" if inside else "of the system"
        package["comment"] = f"{', '.join(sorted(part.libraries))} {place}"
    return package


def document(
    name: str, version: str, seconds: int, libraries: list[Component], compiled: list[Component], *, inside: bool
) -> dict[str, Any]:
    """The document; `inside` says that the libraries are in the package rather than the system's."""
    program: dict[str, Any] = {
        "SPDXID": identifier("mock-api"),
        "name": "mock-api",
        "versionInfo": version,
        "primaryPackagePurpose": "APPLICATION",
        "downloadLocation": UNKNOWN,
        "filesAnalyzed": False,
        "licenseConcluded": UNKNOWN,
        "licenseDeclared": UNKNOWN,
        "copyrightText": UNKNOWN,
    }
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", program["SPDXID"])]
    relations += [(program["SPDXID"], "STATIC_LINK", identifier(part.name)) for part in compiled]
    kind = "CONTAINS" if inside else "DEPENDS_ON"
    relations += [(program["SPDXID"], relation, identifier(part.name)) for part in libraries
                  for relation in ("DYNAMIC_LINK", kind)]
    packages = [program, *(described(part, inside=inside) for part in [*compiled, *libraries])]
    digest = hashlib.sha256(json.dumps([packages, relations], sort_keys=True).encode()).hexdigest()
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        # The same contents have the same name.
        "documentNamespace": f"https://example.com/mock-api/spdx/{name}-{digest[:32]}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds)),
            "creators": [f"Tool: mock-api-package-{version}"],
        },
        "packages": packages,
        "relationships": [
            {"spdxElementId": one, "relationshipType": relation, "relatedSpdxElement": other}
            for one, relation, other in relations
        ],
    }


def write(path: Path, *arguments: Any, **options: Any) -> None:
    """Writes the document."""
    path.write_text(json.dumps(document(*arguments, **options), indent=1) + "\n", encoding="utf-8")
