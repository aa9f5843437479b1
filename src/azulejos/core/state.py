"""A game state for programs: `State`.

All arguments are checked here; the modules below trust their callers.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import cython_stub as cython
else:
    try:
        import cython
    except ImportError:
        from . import cython_stub as cython

from .actions import RULES, check_kind, move_of
from .generator import Generator
from .greedy import OPPONENTS
from .lazy_numpy import np
from .loading import check_signals

if not cython.compiled:
    from .greedy import choose_action, play_on
    from .layout import (
        ACTIONS,
        FIRST_JOKER_TAKE,
        OVER,
        PREPARATION,
        ActionList,
        PackedState,
        address_of,
        board_at,
        bool_pointer,
        copy_state,
        free_states,
        free_uint16,
        int16_pointer,
        new_states,
        new_uint16,
        state_at,
    )
    from .moves import (
        hash_state,
        is_legal,
        list_legal,
        perft,
        play,
        random_action,
        write_mask,
    )
    from .moves import (
        winners as seats_won,
    )
    from .observation import observe, row_size
    from .offer import deal
    from .positions import deal_given, read_position, set_up, write_position, write_text
    from .tiling import play_out

if TYPE_CHECKING:
    from random import Random

    from numpy.typing import NDArray

    from ..rules.material import RuleSet
    from ..rules.moves import Deal, Move
    from ..rules.position import Phase, Position
    from ..rules.scoring import Outcome

INTERRUPTIBLE = 4  # deeper counts come back to Python now and then, for Ctrl-C
ALL_NUMBERS = list(range(ACTIONS))  # made once, so that a list of moves makes no new numbers


class State:
    """A game of any rule set and number of players, in a few hundred bytes.

    >>> state = State(players=2, rules="std")
    >>> state.deal(Generator(1))
    >>> actions = state.legal_actions()
    >>> after = state.copy()
    >>> after.apply(actions[0])
    """

    def __init__(self, players: int = 2, rules: RuleSet | str = "std", starter: int = 1) -> None:
        """An empty game that waits for the first deal."""
        players = index(players)  # once: what is checked is what is used
        starter = index(starter)
        check_kind(players, rules, starter)
        if not cython.compiled:
            self.packed = PackedState()
        grey = rules in ("grey", "grey+joker")
        set_up(self.packed, players, grey, rules in ("joker", "grey+joker"), starter - 1)

    @staticmethod
    def from_position(position: Position) -> State:
        """The state of a position; an impossible one is refused."""
        from ..rules.position import Position
        from ..rules.validity import check

        if not isinstance(position, Position):
            raise TypeError(f"a Position is needed, not a {type(position).__name__}")
        check(position)
        state = State()
        read_position(state.packed, position)
        return state

    @staticmethod
    def from_text(text: str) -> State:
        """The state of a position's text (docs/notation.md)."""
        from ..notation import parse_position

        if not isinstance(text, str):
            raise TypeError(f"a position's text is needed, not a {type(text).__name__}")
        return State.from_position(parse_position(text))

    def position(self) -> Position:
        """The position as `rules/` has it."""
        return write_position(self.copy().packed)  # a copy: another thread may move meanwhile

    def __str__(self) -> str:
        """The position's text."""
        return write_text(self.copy().packed)  # a copy: another thread may move meanwhile

    def __repr__(self) -> str:
        return f"State.from_text({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return State.from_text, (str(self),)

    # A state changes in place, so it has no hash: use key().
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.key() == other.key() and str(self) == str(other)

    def key(self) -> int:
        """64 bits that equal positions share, and others as good as never do."""
        return hash_state(self.packed)

    def copy(self) -> State:
        other = new_state()
        copy_state(other.packed, self.packed)
        return other

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> State:
        return self.copy()

    # Properties.

    @property
    def players(self) -> int:
        return self.packed.players

    @property
    def rules(self) -> str:
        return RULES[self.packed.grey + 2 * self.packed.with_jokers]

    @property
    def turn(self) -> int:
        """Who moves, from 1."""
        return self.packed.turn + 1

    @property
    def starter(self) -> int:
        """Who started this round, or starts the next one while a deal is due; from 1."""
        return self.packed.starter + 1

    @property
    def round(self) -> int:
        return self.packed.round

    @property
    def scores(self) -> tuple[int, ...]:
        state = self.packed
        return tuple([board_at(state, seat).score for seat in range(state.players)])

    @property
    def phase(self) -> Phase:
        from ..rules.position import Phase

        return list(Phase)[self.packed.phase]

    @property
    def deal_is_due(self) -> bool:
        return self.packed.phase == PREPARATION

    @property
    def is_over(self) -> bool:
        return self.packed.phase == OVER

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won, from 1; several share a win, and nobody has won while the game goes on."""
        if self.packed.phase != OVER:
            return ()
        won = seats_won(self.packed)
        return tuple([seat + 1 for seat in range(self.packed.players) if won >> seat & 1])

    @property
    def outcome(self) -> Outcome | None:
        """Who won and by what; None while the game goes on."""
        return self.position().outcome if self.is_over else None

    def observation(self, player: int | None = None) -> NDArray[np.int16]:
        """What a player sees, or the one to move (docs/research.md)."""
        seat = self.packed.turn if player is None else self._seat(player)
        row = np.empty(row_size(self.packed.players), np.int16)
        observe(self.packed, seat, int16_pointer(address_of(row)), 0)
        return row

    def _seat(self, player: int) -> int:
        player = index(player)
        if not 1 <= player <= self.packed.players:
            raise ValueError(f"players are 1 to {self.packed.players}, not {player}")
        return player - 1

    # Moves.

    def legal_actions(self) -> list[int]:
        """The numbers of the legal moves, rising; none when a deal is due or the game is over."""
        if not cython.compiled:
            legal = ActionList()
        count = list_legal(self.packed, legal.actions, 0)
        return [ALL_NUMBERS[legal.actions[place]] for place in range(count)]

    def mask(self) -> NDArray[np.bool_]:
        """Which actions are legal, of all that such games have (`action_count`)."""
        width = 60 + 60 * self.packed.players
        if self.packed.grey or self.packed.with_jokers:
            width = ACTIONS if self.packed.with_jokers else FIRST_JOKER_TAKE
        row = np.empty(width, np.bool_)
        write_mask(self.packed, bool_pointer(address_of(row)), 0, width)
        return row

    def is_legal(self, action: int) -> bool:
        return is_legal(self.packed, action if cython.compiled else index(action)) != 0

    def apply(self, action: int) -> None:
        """Plays a move and all that follows without a decision, up to the next move or deal.

        An illegal one is refused with the reason of `rules/` and changes nothing.
        """
        if not is_legal(self.packed, action if cython.compiled else index(action)):
            self.copy()._refuse(move_of(action))
        play(self.packed, action if cython.compiled else index(action))

    def _refuse(self, move: Move) -> None:
        from ..rules.play import refusal

        raise refusal(self.position(), move) or AssertionError("the core differs from the rules")

    def deal(self, chance: Generator | Random | Deal) -> None:
        """Deals: from a generator, or the deal that is given.

        With a `random.Random` the deal is the one that `azulejos.draw_deal` would draw.
        """
        if isinstance(chance, Generator):
            if self.packed.phase != PREPARATION:
                self._no_deal_due()
            generator = chance
            deal(self.packed, generator.words)
            return
        self._deal_slowly(chance)

    def _deal_slowly(self, chance: Random | Deal) -> None:
        from random import Random

        from ..rules.moves import Deal
        from ..rules.preparation import draw_deal

        given = draw_deal(self.position(), chance) if isinstance(chance, Random) else chance
        if not isinstance(given, Deal):
            kind = f"{type(given).__module__}.{type(given).__name__}"
            raise TypeError(f"azulejos.core.Generator, Random or Deal can deal, {kind} can't")
        if not deal_given(self.packed, given):
            self.copy()._refuse(given)

    def _no_deal_due(self) -> None:
        from ..rules.errors import UsageError

        raise UsageError("no_deal_due")

    def random_action(self, generator: Generator) -> int:
        """A legal action, each equally likely."""
        self._check_chooser(generator)
        return random_action(self.packed, generator.words)

    def greedy_action(self, generator: Generator) -> int:
        """What the greedy bot would play; ties are broken at random."""
        return self.opponent_action("greedy", generator)

    def opponent_action(self, opponent: str, generator: Generator) -> int:
        """What one of `OPPONENTS` would play."""
        self._check_chooser(generator)
        return choose_action(self.packed, opponent_number(opponent), generator.words)

    def _check_chooser(self, generator: Generator) -> None:
        if not isinstance(generator, Generator):
            raise TypeError("a choice needs an azulejos.core.Generator")
        if self.packed.phase in (PREPARATION, OVER):
            from ..rules.errors import UsageError

            raise UsageError("no_move_due")

    def play_on(self, player: int, opponent: str, generator: Generator) -> int:
        """The others move, and deals are made, until this player is to move or the game is over.

        They are one of `OPPONENTS`; returns how many moves they made.

        >>> state = State(players=4)
        >>> state.play_on(3, "greedy", Generator(1)), state.turn
        (2, 3)
        """
        if not isinstance(generator, Generator):
            raise TypeError("moves need an azulejos.core.Generator")
        number = opponent_number(opponent)
        return play_on(self.packed, self._seat(player), number, generator.words)

    def play_out(self, generator: Generator) -> int:
        """Plays random legal moves to the end of the game; returns how many."""
        if not isinstance(generator, Generator):
            raise TypeError("a playout needs an azulejos.core.Generator")
        return play_out(self.packed, generator.words)

    def perft(self, depth: int) -> int:
        """The number of leaf nodes at a depth in plies; releases the GIL."""
        if depth < 0:
            raise ValueError(f"a perft depth is 0 or more, not {depth}")
        if depth > INTERRUPTIBLE:
            return sum(self.divide(depth).values()) or 1
        states = new_states(depth + 1)
        actions = new_uint16((depth + 1) * ACTIONS)
        if not states or not actions:
            free_states(states)
            free_uint16(actions)
            raise MemoryError("no memory for so deep a count")
        copy_state(state_at(states, 0), self.packed)
        with cython.nogil:
            leaves = perft(states, 0, depth, actions)
        free_states(states)
        free_uint16(actions)
        return leaves

    def divide(self, depth: int) -> dict[int, int]:
        """Perft by first action; empty where there is none, and at depth 0."""
        counts: dict[int, int] = {}
        if depth < 0:
            raise ValueError(f"a perft depth is 0 or more, not {depth}")
        if depth == 0:
            return counts
        for action in self.legal_actions():
            after = self.copy()
            after.apply(action)
            counts[action] = after.perft(depth - 1)
            check_signals()
        return counts


def opponent_number(name: str) -> int:
    if name not in OPPONENTS:
        raise ValueError(f"an opponent is one of {', '.join(OPPONENTS)}, not {name!r}")
    return OPPONENTS.index(name)


def new_state() -> State:
    """A state with nothing in it, to be filled at once."""
    state = State.__new__(State)
    if not cython.compiled:
        state.packed = PackedState()
    return state
