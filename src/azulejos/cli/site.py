"""The whole game as a folder of files, for any static host."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from .app import app


@app.command()
def site(
    folder: Annotated[
        Path | None,
        typer.Argument(help="Where to write the files; left out with --serve: nowhere."),
    ] = None,
    serve: Annotated[
        bool, typer.Option("--serve", help="Try it at home: serve the files until Ctrl-C.")
    ] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port of --serve.")] = 8018,
    cache: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Where what was fetched and compiled is kept for the next time."
        ),
    ] = None,
) -> None:
    """Make the game as a folder of files: played in any browser, without a server."""
    if folder is None and not serve:
        raise typer.BadParameter("name a folder, or say --serve")
    from ..site.build import make_site, write_site
    from ..site.serving import SiteServer
    from ..site.sizes import told_sizes

    kept = cache or platformdirs.user_cache_path("azulejos", appauthor=False) / "site"
    made = make_site(kept, lambda step: typer.echo(step, err=True))
    if folder is not None:
        write_site(made, folder)
        typer.echo(f"{folder}: {told_sizes(made)}")
    if serve:
        with SiteServer(made.files, port) as server:
            typer.echo(f"{server.address} (Ctrl-C ends it)")
            server.serve_forever()
