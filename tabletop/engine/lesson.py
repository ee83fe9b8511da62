"""Lessons: a game played along a script, a step at a time; read from YAML and checked by playing every branch.

A lesson is a fixed start and a list of steps. A step says a sentence or two, then does what the others do (`play`,
chance included), then waits for the learner's action (`do`). The README, "Make a lesson", explains the keys.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tabletop.engine import definition as definitions
from tabletop.engine import record as records
from tabletop.engine import source
from tabletop.engine.definition import Definition, DefinitionError, Errors, Games, NotFound
from tabletop.engine.faults import near
from tabletop.engine.match import Match
from tabletop.engine.picker import Led
from tabletop.engine.record import Record
from tabletop.engine.rules import CHANCE, Address, Amount, Pick, Point, Refusal, Refused, State
from tabletop.engine.rules import Path as Clicks
from tabletop.engine.source import Node, SourceError, shown
from tabletop.files import write_new

FORMAT = 1
ENDING = ".lesson.yaml"
MAX_TITLE = 40
MAX_TEXT = 280
MAX_SAID = 160
WITHIN = 0.4  # units of the board: what a skeleton takes for the place of a disc

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")

Speak = Callable[[Definition, Sequence[str]], Any]
"""What makes the words for a game and its players' names: the class `Words`, whose `refusal` gives sentences.

Its `keys("landmarks")` are what a game's table has beside the things of the game: tools, edges."""


@dataclass(frozen=True)
class Step:
    """One step: the card, what is lit, what the others do when it begins, and what the learner may do (texts)."""

    title: str
    text: str
    look: tuple[Address, ...] = ()
    do: tuple[str, ...] = ()
    within: float = 0.0
    wrong: str = ""
    others: Mapping[Address, str] = field(default_factory=dict)
    play: tuple[records.Entry, ...] = ()


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson as its file has it. `id` is what settings remember it by: the file's name, or its path where
    that is taken or the file lies elsewhere."""

    id: str
    path: Path
    definition: Definition
    name: str
    about: str
    options: Mapping[str, Any]
    seats: tuple[str, ...]
    learner: int
    win: bool
    position: Mapping[str, Any] | None
    steps: tuple[Step, ...]
    marks: Node = field(repr=False)

    def match(self) -> Match:
        """Begin the lesson's game; nobody draws chance, and nobody plays but by the script."""
        return Match(self.definition, self.seats, options=self.options, position=self.position)

    def actions(self, step: Step) -> list[Any]:
        """Return what the learner may do at a step, the action that is shown first."""
        return [self.definition.game.parse(records.entry(text)[1]) for text in step.do]

    def record(self) -> Record:
        """Return the lesson's start as a record, whose places are those of the lesson's file."""
        return Record(self.definition.reference, self.seats, self.options, position=self.position, marks=self.marks)


@dataclass(frozen=True)
class Listed:
    """A lesson as a list shows it, or a file that cannot be used and why, a line an error."""

    id: str
    path: Path
    game: str = ""
    """The id, or the path, that the lesson's `game:` leads to."""
    name: str = ""
    about: str = ""
    own: bool = False
    errors: tuple[str, ...] = ()


# -- the file's keys ---------------------------------------------------------------------------------------------------


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _StepYaml(_Strict):
    title: str = Field(min_length=1)
    text: str = Field(min_length=1)
    look: str | list[str] = []
    do: str | list[str] = []
    within: int | float | None = Field(None, gt=0)
    wrong: str = ""
    others: dict[str, str] = {}
    play: str | list[str] = []


class _LessonYaml(_Strict):
    lesson: int = Field(ge=1)
    game: str = Field(min_length=1)
    name: str = Field(min_length=1)
    about: str = ""
    options: dict[str, Any] = {}
    seats: list[str | int | float | bool] = Field(min_length=1)
    learner: int = Field(1, ge=1)
    win: bool = False
    position: dict[str, Any] | None = None
    steps: list[_StepYaml] = Field(min_length=1)


# -- finding -----------------------------------------------------------------------------------------------------------


def is_lesson(path: str | Path) -> bool:
    """Tell by a file's name whether it is a lesson."""
    return str(path).lower().endswith((ENDING, ".lesson.yml"))


def id_of(path: Path) -> str:
    """Return what a lesson's file is called without its ending."""
    return path.name.rpartition(".")[0].rpartition(".")[0] if is_lesson(path) else path.stem


def files() -> dict[str, Path]:
    """Give the files of all lessons by id, the program's own first; a second one of a name goes by its path."""
    found: dict[str, Path] = {}
    for folder in definitions.folders():
        try:
            paths = sorted(path for path in folder.iterdir() if is_lesson(path) and not path.name.startswith("."))
        except OSError:
            continue
        for path in paths:
            name = id_of(path)
            found[name if name not in found else path.absolute().as_posix()] = path
    return found


def locate(name: str | Path) -> Path:
    """Find a lesson by its id or its file's path; raise NotFound with the nearest id."""
    text = str(name)
    found = files()
    if text in found:
        return found[text]
    path = Path(os.path.abspath(os.path.expanduser(text))) if "\0" not in text else Path()
    if text.lower().endswith((".yaml", ".yml")):
        if path.is_file():
            return path
        raise NotFound(f"there is no file `{shown(text, 200)}`")
    raise NotFound(f"there is no lesson `{shown(text)}`{near(text, map(id_of, found.values()))}")


def listed() -> list[Listed]:
    """List all lessons; no game is loaded and nothing is played, so that faults of a script are not found out here."""
    return [_list(name, path) for name, path in files().items()]


def of_game(reference: str) -> list[Listed]:
    """List the lessons of a game; files of the user's own of which nobody knows whose they are come last."""
    return [one for one in listed() if one.game == reference or (one.errors and not one.game)]


def _id(path: Path) -> str:
    return next((name for name, file in files().items() if file.absolute() == path), path.as_posix())


def _list(name: str, path: Path) -> Listed:
    own = path.parent == definitions.folders()[1]
    try:
        tree = source.read(definitions.display(path))
        head = tree.data() if isinstance(tree.value, dict) else {}
        title, game, about = (head.get(key) for key in ("name", "game", "about"))
        if not (isinstance(title, str) and title and isinstance(game, str) and game):
            raise SourceError(f"{tree.place}: a lesson has the keys `lesson`, `game`, `name`, `seats` and `steps`")
        try:
            # A path leads somewhere from the lesson's folder, and to an id where it is one of the program's own.
            game = game if "." not in game else definitions.locate(game, path.parent).as_posix()
        except NotFound as error:
            raise SourceError(f"{tree.find(['game']).place}: {error}") from None
    except SourceError as error:
        return Listed(name, path, own=own, errors=(str(error),))
    return Listed(name, path, game, shown(title, MAX_SAID), shown(about or "", MAX_SAID), own)


# -- reading -----------------------------------------------------------------------------------------------------------


def load(path: str | Path, games: Games, words: Speak) -> Lesson:
    """Read a lesson and check it; raise SourceError, or DefinitionError with everything that is wrong."""
    lesson = read(path, games, words)
    found = check(lesson, words)
    if found:
        raise DefinitionError(found)
    return lesson


def read(path: str | Path, games: Games, words: Speak) -> Lesson:
    """Read a lesson's file, without playing it; raise SourceError or DefinitionError."""
    return parse(source.read(definitions.display(Path(path))), Path(path), games, words)


def parse(tree: Node, path: Path, games: Games, words: Speak) -> Lesson:
    """Read a lesson from its tree."""
    if not isinstance(tree.value, dict):
        raise SourceError(f"{tree.place}: a lesson is a mapping of keys such as `lesson:`, `game:` and `steps:`")
    if tree.get("lesson") is None:
        raise SourceError(f"{tree.place}: a lesson begins with `lesson: {FORMAT}`")
    errors, data = Errors(tree), tree.data()
    try:
        head = _LessonYaml.model_validate(data)
    except ValidationError as error:
        errors.add_pydantic(error, _LessonYaml, data, ())
        errors.raise_any()
        raise
    if head.lesson > FORMAT:
        raise SourceError(
            f"{tree.find(['lesson']).place}: made for a newer version of Tabletop "
            f"(form {head.lesson}; this one reads {FORMAT})"
        )
    _lengths(head, errors)
    steps = tuple(_step(number, step, errors) for number, step in enumerate(head.steps))
    names = tuple(_name(number, node, errors) for number, node in enumerate(_nodes(tree, "seats")))
    if head.learner > len(names):
        errors.add(("learner",), f"there is no seat {head.learner}; the seats are 1 to {len(names)}")
    definition = None
    try:
        definition = definitions.load(head.game, games, path.absolute().parent)
    except NotFound as error:
        errors.add(("game",), str(error))
    except (DefinitionError, SourceError) as error:
        errors.add(("game",), f"the game `{shown(head.game)}` cannot be used: {error}")
    errors.raise_any()
    assert definition is not None
    lesson = Lesson(
        id=_id(path.absolute()),
        path=path,
        definition=definition,
        name=head.name,
        about=head.about,
        options=head.options,
        seats=names,
        learner=head.learner,
        win=head.win,
        position=head.position,
        steps=steps,
        marks=tree,
    )
    _begin(lesson, words)
    return lesson


def _lengths(head: _LessonYaml, errors: Errors) -> None:
    """Refuse texts that no card has room for, or that cannot be drawn."""
    texts: list[tuple[tuple[Any, ...], str, int]] = [
        (("name",), head.name, MAX_TITLE),
        (("about",), head.about, MAX_SAID),
    ]
    for number, step in enumerate(head.steps):
        at = ("steps", number)
        texts += [((*at, "title"), step.title, MAX_TITLE), ((*at, "text"), step.text, MAX_TEXT)]
        texts += [((*at, "wrong"), step.wrong, MAX_SAID)]
        texts += [((*at, "others", address), said, MAX_SAID) for address, said in step.others.items()]
    for path, text, most in texts:
        if len(text.strip()) > most:
            errors.add(path, f"`{shown(path[-1])}` is too long: {len(text.strip())} letters; {most} is the most")
        if _CONTROL.search(text.strip().replace("\n", " ")):
            errors.add(path, f"`{shown(path[-1])}` holds a control character; leave it out")
        if path[-1] in ("name", "title", "text") and not text.strip():
            errors.add(path, f"`{path[-1]}` is empty")


def _step(number: int, yaml: _StepYaml, errors: Errors) -> Step:
    at = ("steps", number)
    do, play = _listed(yaml.do), _listed(yaml.play)
    for key, given in (("within", yaml.within), ("wrong", yaml.wrong), ("others", yaml.others)):
        if given and not do:
            errors.add((*at, key), f"`{key}` needs a `do` in the same step: nothing is to be clicked", at_key=True)
    return Step(
        title=" ".join(yaml.title.split()),
        text=" ".join(yaml.text.split()),
        look=_listed(yaml.look),
        do=do,
        within=float(yaml.within or 0.0),
        wrong=" ".join(yaml.wrong.split()),
        others={address: " ".join(said.split()) for address, said in yaml.others.items()},
        play=tuple(records.entry(text) for text in play),
    )


def _listed(given: str | list[str]) -> tuple[str, ...]:
    return tuple(one.strip() for one in ([given] if isinstance(given, str) else given))


def _nodes(tree: Node, key: str) -> list[Node]:
    node = tree.get(key)
    return node.value if node is not None and isinstance(node.value, list) else []


def _name(number: int, node: Node, errors: Errors) -> str:
    name = node.value.strip() if isinstance(node.value, str) else ""
    if not name or _CONTROL.search(name) or len(name) > records.MAX_NAME:
        errors.add(("seats", number), f"a seat's name is one line of 1 to {records.MAX_NAME} letters")
    return name


def _begin(lesson: Lesson, words: Speak) -> State:
    """Set the lesson's game up; raise SourceError where options, seats or position cannot be played."""
    record = lesson.record()
    try:
        return records.start(record, lesson.definition).state
    except Refused as error:
        refusal = error.refusal
        said = shown(words(lesson.definition, lesson.seats).refusal(refusal), 400)
        raise SourceError(f"{record.place(refusal) or lesson.marks.place}: {said}") from None


# -- making one --------------------------------------------------------------------------------------------------------

_HEAD = """\
# The skeleton of a lesson, made from a game: a step for each move of the learner. Fill in the titles and texts, join or
# leave out steps, and check it: python main.py check NAME.lesson.yaml. In your games folder it is listed under Learn.
#
# title, text   what the card says: a few words, and one to three short sentences. **Bold** what is to be clicked:
#               it is said again when something else was clicked.
# look          what is lit, such as [island:1, seat:2]; left out: what is to be clicked.
# play          what the others do when the step begins, chance (0>) included.
# do            what the learner has to do then; several in [ ] are all taken. Without it: read, then Next.
# wrong         said when anything else is clicked; `others: {{"button:decline": ...}}` says it for one thing.
lesson: {format}
game: {game}
name: A lesson
about: What is it about?
"""


def skeleton(match: Match, learner: int, words: Speak) -> str:
    """Write the lesson that a game would be: a step for each of the learner's actions, to be filled in.

    What a card cannot lead to, such as arranging a dozen discs, is over when the lesson begins.
    """
    points = [_points(match.state_at(n), one.seat, one.action) for n, one in enumerate(match.entries)]
    begun = max((n for n, count in enumerate(points, 1) if count > 1), default=0)
    record = match.record()
    if begun:
        record = replace(record, position=match.state_at(begun).position())
    said = words(match.definition, match.names)
    start = replace(record, actions=(), table=None, game="").text().splitlines()
    body = [line for line in start if not line.startswith(("record:", "game:", "actions:"))]
    result = match.result()
    head = _HEAD.format(format=FORMAT, game=records.scalar(record.game)).splitlines()
    lines = [*head, *body, f"learner: {learner}"]
    if result is not None and learner in result.winners:
        lines.append("win: true")
    lines.append("steps:")
    waiting: list[str] = []

    def step(title: str, told: str, do: str = "", within: float = 0.0) -> None:
        lines.extend(["", f"  - title: {records.scalar(shown(title, MAX_TITLE))}"])
        lines.append(f"    text: {records.scalar(shown(told, MAX_TEXT))}")
        if waiting:
            lines.extend(["    play:", *waiting])
            waiting.clear()
        if do:
            lines.append(f"    do: {do}")
        if within:
            lines.append(f"    within: {within}")

    number, last = 0, ""
    for n, entry in enumerate(match.entries[begun:], begun):
        text = str(entry.action)
        told = " ".join(filter(None, (said.event(event) for event in entry.events if event.known_to(learner))))
        if entry.seat == learner:
            number += 1
            last = ""
            within = WITHIN if points[n] else 0.0
            step(f"Move {number}: {text}", f"Why this move? {told}", records.action_text((None, text)), within)
        else:
            last = told or last
            waiting.append(
                f"      - {records.action_text((entry.seat, text))}" + (f"  # {shown(told, 90)}" if told else "")
            )
    if waiting and (match.over or not number):  # else the lesson ends where the learner has acted
        step("The end" if match.over else "To begin", f"What does this show? {last}".strip())
    return "\n".join(lines) + "\n"


def _points(state: State, seat: int, action: Any) -> int:
    """Count the points of the table that are chosen for an action, in the way that has most; chance chooses none."""
    if seat == CHANCE:
        return 0
    return max((sum(isinstance(step, Point) for step in path) for path in state.paths(seat, action)), default=0)


def write_skeleton(match: Match, learner: int, words: Speak) -> Path:
    """Write a game's skeleton into the user's games folder, in a file of its own; raise OSError where it cannot be."""
    folder = definitions.folders()[1]
    folder.mkdir(parents=True, exist_ok=True)
    text, number = skeleton(match, learner, words), 1
    while True:
        path = folder / f"my_{match.definition.id}{'' if number == 1 else f'_{number}'}{ENDING}"
        try:
            write_new(path, text)
            return path
        except FileExistsError:
            number += 1


# -- checking ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Branch:
    """A way through the lesson: where it is now, and which of several actions the learner took."""

    state: State
    took: tuple[str, ...] = ()

    @property
    def after(self) -> str:
        """Say which way this is, where there are several."""
        return f" (after `{'`, `'.join(map(shown, self.took))}`)" if self.took else ""


def check(lesson: Lesson, words: Speak) -> list[str]:
    """Play a lesson along every branch; list what is wrong, each with its place in the file."""
    return _Check(lesson, words).run()


class _Check:
    def __init__(self, lesson: Lesson, words: Speak) -> None:
        self.lesson = lesson
        self.errors = Errors(lesson.marks)
        self.words = words(lesson.definition, lesson.seats)
        self.begin = _begin(lesson, words)

    def run(self) -> list[str]:
        """Give every error; what follows from one that stops a branch is not looked for."""
        branches = [_Branch(self.begin)]
        for number, step in enumerate(self.lesson.steps):
            branches = self._merged(after for branch in branches for after in self._step(number, step, branch))
            if not branches:
                return self.errors.found()
        for branch in branches:
            self._end(branch)
        return self.errors.found()

    def _merged(self, branches: Iterable[_Branch]) -> list[_Branch]:
        """Drop branches that have come to the same situation as another."""
        kept: dict[Any, _Branch] = {}
        for branch in branches:
            kept.setdefault(branch.state.key(), branch)
        return list(kept.values())

    def _step(self, number: int, step: Step, branch: _Branch) -> Iterator[_Branch]:
        at, learner = ("steps", number), self.lesson.learner
        state = branch.state.clone()
        several = isinstance(self._data(*at, "play"), list)
        for n, entry in enumerate(step.play):
            if not self._play((*at, "play", n) if several else (*at, "play"), entry, state, branch):
                return
        self._look(at, step, state, branch)
        if not step.do:
            yield _Branch(state, branch.took)
            return
        several = isinstance(self._data(*at, "do"), list)
        for n, text in enumerate(step.do):
            where = (*at, "do", n) if several else (*at, "do")
            action = self._do(where, text, state, branch, step, number)
            if action is not None:
                after = state.clone()
                after.apply(learner, action)
                yield _Branch(after, (*branch.took, text) if len(step.do) > 1 else branch.took)

    def _data(self, *path: Any) -> Any:
        return self.lesson.marks.find(path).value

    def _play(self, where: tuple[Any, ...], entry: records.Entry, state: State, branch: _Branch) -> bool:
        """Let somebody else act; tell whether that could be done."""
        learner, text = self.lesson.learner, shown(records.written(entry))
        to_act = state.to_act()
        seat = entry[0] if entry[0] is not None else to_act[0] if len(to_act) == 1 else None
        count = len(self.lesson.seats)
        sentence = ""
        if seat is not None and not 0 <= seat <= count:
            sentence = f"there is no seat {seat}; the seats are 1 to {count}, and 0 is chance"
        elif seat is None and not to_act:
            sentence = self._said(Refusal("game_over", ""))
        elif seat is None:
            sentence = self._said(Refusal("seat_needed", "", {"seats": to_act}))
        elif seat == learner:
            sentence = "this is the learner's own action: it stands under `do`, and the learner clicks it"
        else:
            action, refusal = self._legal(seat, entry[1], state)
            if refusal is None:
                state.apply(seat, action)
                return True
            waits = action is not None and to_act == (learner,)
            sentence = "the learner must act first: give a `do` before this" if waits else self._said(refusal)
        self.errors.add(where, f'"{text}": {sentence}{branch.after}')
        return False

    def _do(
        self, where: tuple[Any, ...], text: str, state: State, branch: _Branch, step: Step, number: int
    ) -> Any | None:
        """Read the learner's action; give it where it may be done and clicked."""
        learner = self.lesson.learner
        seat, plain = records.entry(text)
        if seat not in (None, learner):
            sentence = f"this is seat {seat}'s action, not the learner's: it stands under `play`"
        else:
            action, refusal = self._legal(learner, plain, state)
            if refusal is not None:
                due = state.to_act()
                chance = action is not None and due == (CHANCE,)
                sentence = "chance must act first: give its action in `play`" if chance else self._said(refusal)
            else:
                clicks = self._clicks(action, state)
                if not clicks:
                    sentence = "this cannot be chosen by clicking"
                elif _points(state, learner, action) > 1:
                    sentence = "a learner cannot be led to so many places at once: begin with a `position` after it"
                elif step.within and not any(isinstance(click, Point) for click in clicks):
                    self.errors.add(("steps", number, "within"), "no point of the table is chosen here", at_key=True)
                    return action
                else:
                    return action
        self.errors.add(where, f'"{shown(text)}": {sentence}{branch.after}')
        return None

    def _clicks(self, action: Any, state: State) -> Clicks:
        """Give the way to click an action, as a learner will be shown it; none where that does not lead to it."""
        picker = Led(state, self.lesson.learner, [action])
        path = picker.path_to(action)
        return path if picker.follow(path) is None and picker.done == action else ()

    def _legal(self, seat: int, text: str, state: State) -> tuple[Any, Refusal | None]:
        try:
            action = self.lesson.definition.game.parse(text)
        except Refused as error:
            return None, error.refusal
        return action, state.refusal(seat, action)

    def _said(self, refusal: Refusal) -> str:
        return shown(self.words.refusal(refusal), 400)

    def _look(self, at: tuple[Any, ...], step: Step, state: State, branch: _Branch) -> None:
        """Find addresses that are not on the table once the others have acted."""
        if not step.look and not step.others:
            return
        known = addresses(state, self.lesson.learner, len(self.lesson.seats))
        landmarks = self.words.keys("landmarks")
        several = isinstance(self._data(*at, "look"), list)
        named = [((*at, "look", n) if several else (*at, "look"), one) for n, one in enumerate(step.look)]
        wanted = [(where, one, False) for where, one in named]
        wanted += [((*at, "others", one), one, True) for one in step.others]
        for where, address, at_key in wanted:
            there = known if at_key else [*known, *landmarks]
            if at_key and address in landmarks:
                said = f"`{address}` is for `look` only: nothing can be said about a click on it"
                self.errors.add(where, said, at_key=True)
            elif address not in there:
                kind = address.partition(":")[0]
                alike = [one for one in there if one.partition(":")[0] == kind] or there
                said = f"there is no `{shown(address)}` on the table at this step{near(address, alike)}{branch.after}"
                self.errors.add(where, said, at_key=at_key)

    def _end(self, branch: _Branch) -> None:
        lesson = self.lesson
        if not lesson.win:
            return
        result = branch.state.result()
        if result is None:
            sentence = f"the lesson ends before the game does, and `win` asks for its end{branch.after}"
        elif lesson.learner not in result.winners:
            sentence = f"the game ends, but the learner does not win it, as `win` asks{branch.after}"
        else:
            return
        self.errors.add(("steps", len(lesson.steps) - 1), sentence)


def addresses(state: State, seat: int, seats: int) -> list[Address]:
    """List what a seat can see on the table or click on its way to any action, in the order of the alphabet."""
    found = {f"seat:{number}" for number in range(1, seats + 1)} | set(state.objects(seat).values())
    spaces = getattr(state, "spaces", None)
    found |= set(spaces()) if spaces else set()
    for action in state.legal(seat):
        for path in state.paths(seat, action):
            for click in path:
                if isinstance(click, Pick):
                    found.add(click.address)
                elif isinstance(click, Amount):
                    found.add(f"amount:{click.name}")
    return sorted(found)
