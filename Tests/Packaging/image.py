"""Carries out the steps of a Dockerfile's last stage in a bare root, and runs what it says."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from bare_root import Root, Service
from dockerfile import Stage, Step


@dataclass
class Image:
    """A root in which a stage's steps were carried out."""

    root: Root
    stage: Stage

    @classmethod
    def build(cls, stage: Stage, root: Root, outputs: dict[tuple[str, str], Path]) -> Image:
        """Carries out a stage; `outputs` are folders of other stages, by the stage's name and the path there."""
        image = cls(root, stage)
        for step in stage.steps:
            image.carry_out(step, outputs)
        return image

    def carry_out(self, step: Step, outputs: dict[tuple[str, str], Path]) -> None:
        """Does what one instruction says; those about running are read when it runs."""
        match step.name:
            case "RUN":
                self.root.run("/bin/sh", "-c", step.text, offline=False)
            case "COPY":
                source, here, there = step.words()
                folder = outputs[source.removeprefix("--from="), here]
                self.root.run("mkdir", "-p", there)
                # Copied as root, whoever made the folder.
                target = f"{self.root.path}{there}"
                self.root.namespaces.run("cp", "-R", "--no-preserve=ownership", f"{folder}/.", target)
            case "ENV":
                self.root.variables |= dict(word.split("=", 1) for word in step.words())
            case "USER":
                self.root.user = step.text
            case "WORKDIR":
                self.root.directory = step.text
                self.root.run("mkdir", "-p", step.text, directory="/")

    def make_read_only(self) -> None:
        """From now on nobody writes to a file, as with docker run --read-only."""
        run, path = self.root.namespaces.run, self.root.path
        run("mount", "--rbind", path, path)
        run("mount", "-o", "remount,bind,ro", path)

    def start(self) -> Service:
        """Runs the entry point with its default arguments."""
        entry, arguments = self.stage.last("ENTRYPOINT").program(), self.stage.last("CMD").program()
        return self.root.serve(*entry, *arguments)

    def check_health(self) -> int:
        """The exit code of the health check."""
        form, *command = self.stage.last("HEALTHCHECK").program()
        return self.root.run(form, *command, check=False).returncode


def installed(step: Step) -> list[str]:
    """The packages that a RUN step installs, as apt-get takes them."""
    packages: list[str] = []
    for command in step.text.split("&&"):
        words = shlex.split(command)
        if words[:2] == ["apt-get", "install"]:
            packages += [word for word in words[2:] if not word.startswith("-")]
    return packages
