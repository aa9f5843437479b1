"""The examples in deploy/ fit together, and ask for what `azulejos serve` knows."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from azulejos.cli import load
from azulejos.cli.app import app

DEPLOY = Path(__file__).parents[1] / "deploy"
UNITS = ("azulejos.service", "azulejos@.service")


def read(name: str) -> str:
    return (DEPLOY / name).read_text()


def compose() -> dict[str, Any]:
    yaml: Any = pytest.importorskip("yaml")
    found: dict[str, Any] = yaml.safe_load(read("compose.yaml"))
    return found


def serve() -> Any:
    """The command."""
    load("serve")
    commands: dict[str, Any] = vars(get_command(app))["commands"]
    return commands["serve"]


def parsed(words: list[str]) -> dict[str, Any]:
    """What `azulejos` makes of a command; fails if it knows an option not."""
    assert Path(words[0]).name == "azulejos"
    assert words[1] == "serve"
    context = serve().make_context("serve", words[2:])
    parameters: dict[str, Any] = context.params
    return parameters


def variables() -> set[str]:
    """Those that `azulejos serve` reads."""
    return {str(option.envvar) for option in serve().params if option.envvar} | {"AZULEJOS_DATA"}


def entrypoint() -> list[str]:
    found = re.search(r"^ENTRYPOINT (.*)$", read("Dockerfile"), re.MULTILINE)
    assert found
    words: list[str] = json.loads(found[1])
    return words


def test_the_servers_of_the_compose_file() -> None:
    found = compose()
    one, other = found["services"]["one"], found["services"]["other"]
    assert one == other
    assert set(one["environment"]) <= variables()
    site = "games.example.org"
    command = [re.sub(r"\$\{SITE[^}]*\}", site, word) for word in one["command"]]
    options = parsed([*entrypoint(), *command])
    assert options["public_url"] == f"https://{site}"
    assert options["host"] == "0.0.0.0"
    network = found["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert options["trusted_proxy"] == [network]
    assert one["build"]["dockerfile"] == "deploy/Dockerfile"
    assert (DEPLOY / one["build"]["context"] / one["build"]["dockerfile"]).is_file()


def test_everything_of_the_compose_file_is_there() -> None:
    found = compose()
    services = found["services"]
    assert set(services) == {"one", "other", "balancer", "database", "redis"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        assert set(service["networks"]) <= set(found["networks"])
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in found["volumes"] or (DEPLOY / source).is_file()
    published = [name for name, service in services.items() if "ports" in service]
    assert published == ["balancer"]
    assert "database/azulejos" in services["one"]["environment"]["AZULEJOS_DATABASE"]
    assert "@redis/" in services["one"]["environment"]["AZULEJOS_REDIS"]


def test_the_balancer_knows_both_servers_and_their_port() -> None:
    port = entrypoint()[entrypoint().index("--port") + 1]
    assert f"reverse_proxy one:{port} other:{port} {{" in read("Caddyfile")
    assert f"EXPOSE {port}\n" in read("Dockerfile")


def test_the_image_has_all_that_the_package_is_built_from() -> None:
    copied = re.findall(r"^COPY (?!--)(.*) \S+$", read("Dockerfile"), re.MULTILINE)
    let_in = {line[1:] for line in read("Dockerfile.dockerignore").split() if line[0] == "!"}
    names = {name for line in copied for name in line.split()}
    assert names == let_in
    assert all((DEPLOY.parent / name).exists() for name in names)


def test_the_image_installs_nothing_but_what_is_listed() -> None:
    commands = re.findall(r"pip (?:install|wheel) [^&\n\\]*", read("Dockerfile"))
    assert len(commands) == 4
    for command in commands:
        words = set(command.split())
        ours = "--no-deps" in words and words & {"--no-build-isolation", "--no-index"}
        assert ours or "--require-hashes" in words, command
        for name in re.findall(r"\w+\.txt", command):
            assert (DEPLOY.parent / "requirements" / name).is_file()


@pytest.mark.parametrize("unit", UNITS)
def test_what_a_unit_tells_to_install_is_there(unit: str) -> None:
    (file,) = re.findall(r"--require-hashes --requirement (\S+)", read(unit))
    assert (DEPLOY / file).is_file()


def test_sockets_pass_the_proxy() -> None:
    text = read("nginx.conf")
    assert "proxy_set_header Upgrade $http_upgrade;" in text
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in text  # not what the client says
    assert text.count("{") == text.count("}")


def lines_of(unit: str, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", read(unit), re.MULTILINE)


@pytest.mark.parametrize("unit", UNITS)
def test_what_a_unit_starts(unit: str) -> None:
    (start,) = lines_of(unit, "ExecStart")
    options = parsed(shlex.split(start.replace("%i", "8701")))
    assert options["port"] in (8700, 8701)
    (environment,) = lines_of(unit, "Environment")
    data = dict(part.split("=") for part in environment.split())["AZULEJOS_DATA"]
    assert data == f"/var/lib/{lines_of(unit, 'StateDirectory')[0]}"
    assert set(re.findall(r"AZULEJOS_\w+", read(unit))) <= variables()


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_understands_a_unit(unit: str, tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("there is no systemd-analyze")
    copy = tmp_path / unit.replace("@.", "@8700.")
    copy.write_text(read(unit).replace("/opt/azulejos/bin/azulejos", "/bin/true"))
    done = subprocess.run([program, "verify", copy], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert str(copy) not in done.stderr
