"""The command's door to questions: its options are those of a question, and it prints what the answer says."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, wraps
from typing import Any, NamedTuple

import click

from litgrid.answer import Answer, Outcome
from litgrid.cli import NO, UNKNOWN, YES
from litgrid.cli.batch import Then, only_code
from litgrid.cli.jobs import jobs_option
from litgrid.cli.numbers import FloatRange, IntRange
from litgrid.cli.options import Command, color_option, command, each_of, found_by, json_option, reading, together
from litgrid.cli.source import Source, empty_option, input_options
from litgrid.cli.words import heading, json_line
from litgrid.core.terminal import Look
from litgrid.core.words import LANGUAGES
from litgrid.formats import Input
from litgrid.question import QUESTIONS, Option, Question

CODES: dict[Outcome, int] = {"yes": YES, "no": NO, "unknown": UNKNOWN}
"""Exit codes."""
METAVARS = {
    **dict.fromkeys(("technique", "engine", "engines", "encoding", "encodings", "kind", "format"), "NAME"),
    "why": "CELL",
    "walls": "SHARE",
    "timeout": "SECONDS",
    "memory": "MB",
    "font": "FILE",
}
"""What is said of a value in --help, where it is not N or a name."""
SHORT = {"number": ["-n"]}
"""Options that have a short name."""
FLAGS = {"start": "from"}
"""Options whose word Python has for something else."""

_language = partial(
    click.option,
    "--language",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="Of the sentences.",
)
language_option = _language()
"""In which language people are answered."""
messages_option = _language(expose_value=False)
"""The same where they are told no more than what stands on standard error."""


class Asked(NamedTuple):
    """What a command was asked: a question, its options as far as they were said, the puzzles, and how to answer."""

    question: Question
    options: Mapping[str, Any]
    source: Source
    as_json: bool
    language: str
    look: Look
    coming: list[Iterator[tuple[Input, Any]]]

    def of(self, name: str, flag: str) -> Asked:
        """Return the same of another question, which a flag asks for; options that this one has not are refused."""
        question = QUESTIONS[name]
        for option in self.options:
            if option not in question.options:
                raise click.UsageError(f"--{_word(option)} does not go {flag}.")
        return self._replace(question=question)

    def each(self, answer: Callable[[Any], Any] | None = None, then: Then = only_code) -> int:
        """Answer every puzzle, and every formula where the question is about these too; return the exit code."""
        answer = answer or (lambda record: self.show(record, self.ask(record)))
        ahead = self.foresee if self.question.together else None
        return self.source.run(answer, then=then, formulas=self.question.formulas, ahead=ahead)

    def foresee(self, records: Sequence[Input]) -> None:
        """Be told which puzzles and formulas are asked about next, so that they are answered together."""
        answers = self.question.of_several([record.asked for record in records], **self.options)
        self.coming[:] = [zip(records, answers, strict=True)]

    def ask(self, record: Input, **more: Any) -> Any:
        """Return the answer for a puzzle or a formula."""
        for other, found in self.coming[0] if self.coming and not more else ():
            if other is record:
                if isinstance(found, Exception):
                    raise found
                return found
        item = record.asked if self.question.entries is None else record
        return self.question.function(item, **self.options, **more)

    def show(self, record: Input, found: Answer, *, titled: bool = True) -> int:
        """Print an answer; return the exit code."""
        return show(record, found, None if self.as_json else self.look, self.language, titled=titled)


def show(record: Input, found: Answer, look: Look | None, language: str, *, titled: bool = True) -> int:
    """Print an answer, as it comes where it comes bit by bit, as JSON without a look; return the exit code."""
    if look is None:
        for line in found.records(language):
            _write(json_line(record.about | line))
        return CODES[found.outcome]
    if titled:
        _write(heading(record, language))
    for piece in found.pieces(language, look):
        _write(piece)
    if titled:
        _write("")
    return CODES[found.outcome]


def _write(piece: str) -> None:
    """Write a piece at once and as a whole, so that Ctrl-C cuts none."""
    sys.stdout.write(f"{piece}\n")
    sys.stdout.flush()


def asking(
    *names: str,
    yes: str,
    no: str = "",
    unknown: str,
    note: str = "Of several puzzles the largest counts.",
    empty: bool = False,
    many: bool = True,
    about: Callable[[Command], Command] = input_options,
    other: Sequence[str] = (),
) -> Callable[[Callable[..., int]], click.Command]:
    """Return the decorator of a command that asks a question of each puzzle: with its options, and how to answer.

    The command is given what was :class:`Asked`, and what its own options say, which stand below. Of several questions,
    of which it asks one, it has all options. ``empty``: an empty board will do for a puzzle. ``many``: it is
    about any number of puzzles. ``about``: the files, and what is said about them. ``other``: options of which the
    command says another value each time, where nobody says one.
    """
    options = {name: option for question in reversed(names) for name, option in QUESTIONS[question].options.items()}
    for name in other:
        options[name] = options[name]._replace(help=f"{options[name].help}  [default: another each time]", default=None)

    def make(function: Callable[..., int]) -> click.Command:
        @wraps(function)
        def run(source: Source, *, as_json: bool, language: str, how: Look, **values: Any) -> int:
            said = {name: value for name in options if (value := values.pop(name)) not in (None, ())}
            return function(Asked(QUESTIONS[names[0]], said, source, as_json, language, how, []), **values)

        own = vars(run).pop("__click_params__", [])
        answering = together(language_option, json_option, color_option)(run)
        vars(answering)["__click_params__"] += own
        source: list[Any] = [
            about,
            *([jobs_option] if many else []),
            *([empty_option] if empty else []),
        ]
        return command(yes, no, unknown=unknown, note=note)(
            together(*source, *map(option_of, options.values()))(answering)
        )

    return make


def option_of(option: Option, flag: str | None = None) -> Callable[[Command], Command]:
    """Return click's option of an option, called otherwise if a flag is named; what is not said is ``None``."""
    name = FLAGS.get(option.name, option.name.removesuffix("s") if option.several else option.name)
    word, text = flag or f"--{_word(name)}", option.help
    if option.several:
        one = ", ".join(map(str, option.default or ()))
        text += f" May be given several times.{f'  [default: {one}]' if one else ''}"
    if option.type is bool:
        flag = f"{word}/--no-{word[2:]}" if option.default else word
        text += f"  [default: {word[2:]}]" if option.default else ""
        return click.option(flag, option.name, is_flag=True, default=None, help=text)
    if option.default not in (None, "") and isinstance(option.default, option.type):
        text += f"  [default: {option.default}]"
    how: dict[str, Any] = {"metavar": METAVARS.get(option.name, "TEXT" if option.type is str else "N")}
    between = option.between
    if option.said is not None:
        how = {"metavar": METAVARS.get(option.name, option.name.upper()), "callback": reading(option.said.read)}
    elif option.names is not None:
        by_word = {_word(str(name)): name for name in option.names}
        how = {"type": click.Choice(list(by_word)), "callback": lambda _context, _option, value: by_word.get(value)}
    elif option.named is not None:
        how |= found_by(option.named.find, option.named.names)
    elif option.type is int:
        low, high = (None if bound is None else int(bound) for bound in (between.low, between.high))
        how["type"] = IntRange(low, high)
    elif option.type is float:
        how["type"] = FloatRange(between.low, between.high, min_open=between.above, max_open=between.below)
    if option.several:
        how |= {"multiple": True} | ({"callback": each_of(how["callback"])} if "callback" in how else {})
    return click.option(*SHORT.get(option.name, ()), word, option.name, help=text, **how)


def _word(name: str) -> str:
    """Return a name as a command line has it."""
    return name.replace("_", "-").replace(" ", "-")
