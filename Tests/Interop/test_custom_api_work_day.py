"""An app with projects, tasks, appointments, a wallet, courses and files, as two people use it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from journey import DOCUMENTS, Person, ids, serving
from mock_server import MockServer

PREFIX = "/work"


class Worker(Person):
    """Somebody whose responses stand in `data`."""

    def get(self, path: str) -> Any:
        return super().get(path)["data"]

    def send(self, method: str, path: str, body: Any = None) -> Any:
        return super().send(method, path, body).get("data")


@pytest.fixture(scope="module")
def server(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockServer]:
    """A server of the document alone."""
    with serving(binary, tmp_path_factory.mktemp("work-day"), "work", DOCUMENTS / "work_day.yaml") as running:
        yield running


def sign_up(server: MockServer, name: str) -> Worker:
    """Somebody new."""
    body = {"email": f"{name}@x.com", "full_name": name, "password": "Secret123!"}
    session = Worker(server, PREFIX).post("/auth/signup", body)
    return Worker(server, PREFIX, session["token"], session["user"]["id"])


@pytest.fixture(scope="module")
def ada(server: MockServer) -> Worker:
    """One of two people."""
    return sign_up(server, "ada")


@pytest.fixture(scope="module")
def bob(server: MockServer) -> Worker:
    """The other one."""
    return sign_up(server, "bob")


@pytest.fixture(scope="module")
def project(ada: Worker) -> str:
    """A new project of Ada's."""
    made = ada.post("/projects", {"name": "Zeta plan"})
    assert (made["owner_id"], made["status"], made["tasks_count"]) == (ada.id, "ACTIVE", 0)
    return str(made["id"])


@pytest.fixture(scope="module")
def task(ada: Worker, bob: Worker, project: str) -> str:
    """A new task of the project, which Bob is to do."""
    sent = {"title": "First", "priority": "HIGH", "due_date": "2031-01-05", "assignee_id": bob.id}
    made = ada.post(f"/projects/{project}/tasks", sent)
    assert (made["project_id"], made["status"], made["assignee"]["id"]) == (project, "TODO", bob.id)
    return str(made["id"])


def test_somebody_new_is_no_admin(ada: Worker) -> None:
    assert ada.get("/auth/me")["role"] == "user"


def test_members_are_in_the_project(ada: Worker, bob: Worker, project: str) -> None:
    assert bob.id in ids(ada.post(f"/projects/{project}/members", {"user_id": bob.id})["members"])
    assert bob.id in ids(ada.get(f"/projects/{project}/members"))
    assert bob.id in ids(ada.get(f"/projects/{project}")["members"])
    ada.send("DELETE", f"/projects/{project}/members/{bob.id}")
    assert bob.id not in ids(ada.get(f"/projects/{project}/members"))
    assert bob.status("PUT", f"/projects/{project}", {"name": "mine"}) == 403


def test_tasks_are_found(ada: Worker, bob: Worker, project: str, task: str) -> None:
    assert ada.get(f"/projects/{project}")["tasks_count"] == 1
    for query in [
        f"/projects/{project}/tasks", f"/tasks?assignee_id={bob.id}", f"/tasks?project_id={project}&status=TODO",
        "/tasks?due_after=2031-01-01&due_before=2031-01-31",
    ]:  # fmt: skip
        assert ids(ada.get(query)) == [task], query
    assert ids(bob.get("/tasks/my")) == [task]


def test_actions_change_the_task(ada: Worker, project: str) -> None:
    made = ada.post(f"/projects/{project}/tasks", {"title": "Second"})
    path = f"/tasks/{made['id']}"
    assert ada.send("PATCH", f"{path}/status", {"status": "IN_PROGRESS"})["status"] == "IN_PROGRESS"
    assert ada.status("PATCH", f"{path}/status", {"status": "NONE"}) == 422
    done = ada.post(f"{path}/complete")
    assert done["status"] == "DONE" and done["completed_at"]
    assigned = ada.post(f"{path}/assign", {"user_id": ada.id})
    assert (assigned["assignee_id"], assigned["assignee"]["id"]) == (ada.id, ada.id)
    copy = ada.post(f"{path}/duplicate")
    assert copy["id"] != made["id"] and copy["title"].startswith("Second")
    for other in (made, copy):
        ada.send("DELETE", f"/tasks/{other['id']}")


def test_labels_are_put_on_tasks(ada: Worker, task: str) -> None:
    label = ada.post("/labels", {"name": "urgent", "color": "red"})
    assert ids(ada.post(f"/tasks/{task}/labels", {"label_id": label["id"]})["labels"]) == [label["id"]]
    assert [each["name"] for each in ada.get(f"/tasks/{task}")["labels"]] == ["urgent"]
    assert ada.send("DELETE", f"/tasks/{task}/labels/{label['id']}")["labels"] == []


def test_comments_are_removed_by_their_authors(ada: Worker, bob: Worker, task: str) -> None:
    comment = bob.post(f"/tasks/{task}/comments", {"body": "fine"})
    assert ada.get(f"/tasks/{task}")["comments_count"] == 1
    assert ada.status("DELETE", f"/comments/{comment['id']}") == 403
    assert bob.status("DELETE", f"/comments/{comment['id']}") == 200
    assert ada.get(f"/tasks/{task}/comments") == []


def test_toggles_turn_back(ada: Worker, task: str) -> None:
    path = f"/subtasks/{ada.post(f'/tasks/{task}/subtasks', {'title': 'part'})['id']}/toggle"
    assert [ada.send("PATCH", path)["is_completed"] for _ in range(2)] == [True, False]


def test_a_slot_is_taken_once(ada: Worker, bob: Worker) -> None:
    doctor = ada.get("/doctors")[0]["id"]
    slot = {"doctor_id": doctor, "date": "2031-02-03", "time": "10:00"}
    made = ada.post("/appointments", slot | {"reason": "cough"})
    assert (made["doctor"]["id"], made["patient_id"], made["status"]) == (doctor, ada.id, "scheduled")
    assert bob.status("POST", "/appointments", slot) == 409
    assert ids(ada.get("/appointments")) == ids(ada.get("/appointments/upcoming")) == [made["id"]]
    assert bob.get("/appointments") == [] and bob.status("GET", f"/appointments/{made['id']}") == 404
    moved = ada.send("PUT", f"/appointments/{made['id']}/reschedule", {"date": "2031-02-04", "time": "12:00"})
    assert (moved["date"], moved["time"]) == ("2031-02-04", "12:00")
    cancelled = ada.post(f"/appointments/{made['id']}/cancel", {"cancel_reason": "busy"})
    assert (cancelled["status"], cancelled["cancel_reason"]) == ("cancelled", "busy")
    assert ada.status("POST", f"/appointments/{made['id']}/cancel", {}) == 409
    assert bob.status("POST", "/appointments", slot | {"date": "2031-02-04", "time": "12:00"}) == 201


def test_a_wallet_begins_empty_and_stays_above_zero(ada: Worker, bob: Worker) -> None:
    assert ada.get("/wallet")["balance"] == 0
    assert ada.post("/wallet/deposit", {"amount": 50})["balance"] == 50
    assert ada.post("/wallet/withdraw", {"amount": 20})["balance"] == 30
    assert ada.status("POST", "/wallet/withdraw", {"amount": 31}) == 422
    assert (ada.get("/wallet")["balance"], bob.get("/wallet")["balance"]) == (30, 0)


def test_each_account_enrolls_once(ada: Worker, bob: Worker) -> None:
    course = ada.get("/courses")[0]
    ada.post(f"/courses/{course['id']}/enroll")
    assert ids(ada.get("/courses/enrolled")) == [course["id"]] and bob.get("/courses/enrolled") == []
    seen = ada.get(f"/courses/{course['id']}")
    assert (seen["is_enrolled"], seen["students_count"]) == (True, course["students_count"] + 1)
    assert not bob.get(f"/courses/{course['id']}")["is_enrolled"]
    assert ada.status("POST", f"/courses/{course['id']}/enroll") == 409


def test_an_upload_is_a_file(server: MockServer, ada: Worker) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello!'
    own = {"Authorization": f"Bearer {ada.token}"}
    headers = own | {"Content-Type": "multipart/form-data; boundary=x"}
    answer = server.request("POST", f"{PREFIX}/files/upload", raw=body + b"\r\n--x--\r\n", headers=headers)
    assert answer.status == 201
    file = answer.json()["data"]
    assert (file["filename"], file["size"], file["mime_type"]) == ("a.txt", 6, "text/plain")
    for path in (f"{PREFIX}/files/{file['id']}/download", urlsplit(file["url"]).path):
        assert server.request("GET", path, headers=own).body == b"hello!", path
    ada.send("DELETE", f"/files/{file['id']}")
    assert ada.status("GET", f"/files/{file['id']}") == 404


def test_settings_searches_and_numbers(ada: Worker, project: str) -> None:
    wanted = {"theme": "dark", "language": "sv", "notifications_enabled": False}
    ada.send("PUT", "/settings", wanted)
    assert ada.get("/settings") == wanted
    assert ids(ada.get("/search?q=Zeta")["projects"]) == [project]
    assert ada.get("/dashboard/stats")["total_projects"] == len(ada.get("/projects?per_page=100"))


def test_what_is_archived_is_listed_so(ada: Worker) -> None:
    path = f"/projects/{ada.post('/projects', {'name': 'Old'})['id']}"
    assert ada.post(f"{path}/archive")["status"] == "ARCHIVED"
    assert {each["status"] for each in ada.get("/projects?status=ARCHIVED")} == {"ARCHIVED"}
    assert ada.post(f"{path}/restore")["status"] == "ACTIVE"


def test_what_is_below_goes_too(ada: Worker) -> None:
    project = ada.post("/projects", {"name": "Short"})["id"]
    task = ada.post(f"/projects/{project}/tasks", {"title": "Below"})["id"]
    ada.send("DELETE", f"/projects/{project}")
    assert ada.status("GET", f"/tasks/{task}") == 404
