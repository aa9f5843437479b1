"""The socket of a table: reads messages, judges their form, passes them on, and tells the news."""

from __future__ import annotations

import asyncio
import contextlib

from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ..rules import AzulejosError
from . import messages
from .errors import ServerError, first_flaw, problem_of
from .house import House
from .table import LiveTable
from .visitors import Subscriber, Visitor

router = APIRouter()
LONGEST = 4096
TOO_SLOW, GOING = 1013, 1001
_CLIENT: TypeAdapter[messages.ClientMessage] = TypeAdapter(messages.ClientMessage)


@router.websocket("/api/tables/{table}/socket")
async def table_socket(socket: WebSocket, table: str) -> None:
    """One visitor at one table, from hello on."""
    house: House = socket.app.state.house
    await socket.accept()
    visitor = Visitor()
    try:
        live = await house.tables.get(table)
    except AzulejosError as error:
        await socket.send_text(_refused(None, error).model_dump_json())
        await socket.close()
        return
    subscriber = Subscriber(visitor)
    reader = asyncio.create_task(_read(socket, live, subscriber))
    writer = asyncio.create_task(_write(socket, subscriber))
    slow = asyncio.create_task(subscriber.dropped.wait())
    try:
        await asyncio.wait({reader, writer, slow}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        live.leave(subscriber)
        for task in (reader, writer, slow):
            task.cancel()
        await asyncio.gather(reader, writer, slow, return_exceptions=True)
    if socket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(TOO_SLOW if subscriber.dropped.is_set() else GOING)


async def _write(socket: WebSocket, subscriber: Subscriber) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while (text := await subscriber.next()) is not None:
            await socket.send_text(text)


async def _read(socket: WebSocket, table: LiveTable, subscriber: Subscriber) -> None:
    greeted = False
    while True:
        event = await socket.receive()
        if event["type"] == "websocket.disconnect":
            return
        try:
            message = parse(event.get("text"))
            if isinstance(message, messages.Hello):
                table.subscribe(subscriber, message.after)
                greeted = True
            elif isinstance(message, messages.Ping):
                subscriber.tell(messages.Pong())
            elif not greeted:
                raise ServerError("hello_first")
            else:
                await _answer(message, table, subscriber)
        except AzulejosError as error:
            subscriber.tell(_refused(None, error))


async def _answer(
    message: messages.MoveMessage | messages.UndoMessage | messages.HintMessage,
    table: LiveTable,
    subscriber: Subscriber,
) -> None:
    """What is refused is refused by the name of its request."""
    request, visitor = message.request, subscriber.visitor
    try:
        if isinstance(message, messages.MoveMessage):
            number = await table.move(visitor, message.number, message.move)
        elif isinstance(message, messages.UndoMessage):
            number = await table.undo(visitor, message.number, message.to)
        else:
            hint = await table.hint(visitor, message.number)
            subscriber.tell(messages.Hinted(request=request, hint=hint))
            return
        subscriber.tell(messages.Accepted(request=request, number=number))
    except AzulejosError as error:
        subscriber.tell(_refused(request, error))


def parse(text: str | None) -> messages.ClientMessage:
    """Reads a message; raises ServerError."""
    if text is None:
        raise ServerError("bad_message", field="message", why="text is expected, not bytes")
    if len(text) > LONGEST or len(text.encode("utf-8", "replace")) > LONGEST:
        raise ServerError("message_too_long", most=LONGEST)
    try:
        return _CLIENT.validate_json(text)
    except ValidationError as error:
        raise ServerError("bad_message", **first_flaw(error.errors())) from None


def _refused(request: str | None, error: AzulejosError) -> messages.Refused:
    return messages.Refused(request=request, error=problem_of(error))
