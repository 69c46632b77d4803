"""The inside of WalkSAT: flips over flat arrays, in words that numba compiles and that Python runs as they are.

A literal is held as a *code*, ``2 * variable + (1 if negated)``, with variables from 0. Of each clause one word is
kept: ``ONE`` times the number of its true literals, plus the exclusive or of their variables. Where one literal is true
the rest of the word *is* the critical variable, the one whose flip breaks the clause, so that break counts are kept up
to date without looking at any clause.

Random words come from xoshiro128++ (D. Blackman, S. Vigna 2019): 32 bits in 64 and a mask, so that compiled and
interpreted code draw the same numbers and walk the same flips. Without numba the arrays are given as lists, which
Python reads faster one by one. Whatever indexes an array is unsigned: of a signed number the compiler would ask each
time whether it counts from the end.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from litgrid.sat.compiling import inner, kept

JW, MOMS, SCORE, LEAST_MODIFIED, SKC, PROBSAT = range(6)
"""Heuristics, as the compiled code numbers them."""

ONE = 1 << 32
MASK = ONE - 1

EXECUTION, TRY, FLIPS, FALSE, STARTED, FOUND, TRACED, UNTIL_TRACE = range(8)
"""Places in ``State.numbers``: which execution, which try of it, its flips, its false clauses, whether it has begun;
whether a model was found in any; how much of the trace is written, and how many flips until the next entry."""


class Problem(NamedTuple):
    """What does not change: all arrays, or all lists."""

    literals: Any  # uint32: the codes of all clauses, one after another
    starts: Any  # uint32: where each clause begins, and where the last ends
    occurrences: Any  # uint32: the clauses of each literal, one literal after another
    occurrence_starts: Any  # uint32: by code
    weights: Any  # float64, by code: of jw and moms
    chances: Any  # float64, by break count: of probsat


class State(NamedTuple):
    """What changes; a search goes on from it."""

    values: Any  # uint8, by variable: 1 where it is true
    words: Any  # int64, by clause: number and exclusive or of true variables
    breaks: Any  # uint32, by variable: clauses in which it alone is true
    flipped: Any  # int64, by variable: how often in this try
    false: Any  # uint32: the clauses that are false, in the first FALSE places
    places: Any  # uint32, by clause: where in ``false``
    tied: Any  # uint32: as many as the longest clause has literals
    random: Any  # int64: the four words of the generator
    numbers: Any  # int64: see above


class Results(NamedTuple):
    """What comes out, an entry for each execution; and the model of the first that has one."""

    solved: Any  # uint8
    flips: Any  # int64
    restarts: Any  # int64
    model: Any  # uint8, by variable


@inner
def next_word(random: Any) -> Any:
    """Return 32 random bits."""
    a, b, c, d = random[0], random[1], random[2], random[3]
    total = (a + d) & MASK
    word = ((((total << 7) | (total >> 25)) & MASK) + a) & MASK
    c ^= a
    d ^= b
    random[0] = a ^ d
    random[1] = b ^ c
    random[2] = c ^ ((b << 9) & MASK)
    random[3] = ((d << 11) | (d >> 21)) & MASK
    return word


@inner
def below(random: Any, number: Any) -> Any:
    """Return a random whole number from 0 to ``number - 1``: the upper half of a product (D. Lemire 2019)."""
    return (next_word(random) * number) >> 32


@inner
def begin(problem: Problem, state: State) -> Any:
    """Draw an assignment, count all clauses; return how many are false."""
    starts, literals = problem.starts, problem.literals
    values, words, breaks, flipped = state.values, state.words, state.breaks, state.flipped
    bits = 0
    for variable in range(len(values)):
        if variable & 31 == 0:
            bits = next_word(state.random)
        values[variable] = bits & 1
        bits >>= 1
        breaks[variable] = 0
        flipped[variable] = 0
    false = 0
    for clause in range(len(words)):
        word = 0
        for place in range(starts[clause], starts[clause + 1]):
            literal = literals[place]
            if values[literal >> 1] != literal & 1:
                word = (word + ONE) ^ (literal >> 1)
        words[clause] = word
        if word < ONE:
            state.false[false] = clause
            state.places[clause] = false
            false += 1
        elif word < 2 * ONE:
            breaks[word - ONE] += 1
    return false


@inner
def flip(
    occurrences: Any,
    starts: Any,
    values: Any,
    words: Any,
    breaks: Any,
    false: Any,
    places: Any,
    variable: Any,
    left: Any,
) -> Any:
    """Flip a variable; return how many of the ``left`` false clauses there are now."""
    before = values[variable]
    values[variable] = 1 - before
    made = 2 * variable + before
    alone = 0
    for place in range(starts[made], starts[made + 1]):
        clause = occurrences[place]
        word = words[clause]
        words[clause] = (word + ONE) ^ variable
        if word < ONE:
            left -= 1
            last, hole = false[left], places[clause]
            false[hole] = last
            places[last] = hole
            alone += 1
        elif word < 2 * ONE:
            breaks[word - ONE] -= 1
    broken = made ^ 1
    for place in range(starts[broken], starts[broken + 1]):
        clause = occurrences[place]
        word = (words[clause] - ONE) ^ variable
        words[clause] = word
        if word < ONE:
            false[left] = clause
            places[clause] = left
            left += 1
        elif word < 2 * ONE:
            breaks[word - ONE] += 1
    breaks[variable] = alone
    return left


@inner
def least_break(literals: Any, breaks: Any, tied: Any, random: Any, noise: Any, first: Any, end: Any) -> Any:
    """Choose as WalkSAT/SKC does; ``tied`` takes the best variables."""
    least, ties = breaks[literals[first] >> 1], 0
    for place in range(first, end):
        variable = literals[place] >> 1
        value = breaks[variable]
        # Without a jump, which would be guessed wrong as often as not: each variable is written, and not always kept.
        ties = 0 if value < least else ties
        least = value if value < least else least
        tied[ties] = variable
        ties += value == least
    if least > 0 and next_word(random) < noise:
        return literals[first + below(random, end - first)] >> 1
    return tied[below(random, ties) if ties > 1 else 0]


@inner
def by_chance(literals: Any, breaks: Any, chances: Any, random: Any, first: Any, end: Any) -> Any:
    """Choose as probSAT does: the chance of each variable is a function of its break count."""
    total = 0.0
    for place in range(first, end):
        total += chances[breaks[literals[place] >> 1]]
    left = next_word(random) / ONE * total
    chosen = first
    for place in range(first, end):
        chosen = place
        left -= chances[breaks[literals[place] >> 1]]
        if left < 0:
            break
    return literals[chosen] >> 1


@inner
def heaviest(literals: Any, weights: Any, first: Any, end: Any) -> Any:
    """Choose the literal of largest weight, the first of equal ones."""
    chosen = literals[first]
    for place in range(first + 1, end):
        if weights[literals[place]] > weights[chosen]:
            chosen = literals[place]
    return chosen >> 1


@inner
def least_modified(literals: Any, flipped: Any, first: Any, end: Any) -> Any:
    """Choose the variable that was flipped least, the first of equal ones."""
    chosen = literals[first] >> 1
    for place in range(first + 1, end):
        if flipped[literals[place] >> 1] < flipped[chosen]:
            chosen = literals[place] >> 1
    return chosen


@inner
def score(literal: Any, occurrences: Any, starts: Any, words: Any, breaks: Any) -> Any:
    """Return how many clauses become true where a false literal becomes true, less those that become false."""
    makes = 0
    for place in range(starts[literal], starts[literal + 1]):
        if words[occurrences[place]] < ONE:
            makes += 1
    return makes - breaks[literal >> 1]


@inner
def best_score(literals: Any, occurrences: Any, starts: Any, words: Any, breaks: Any, first: Any, end: Any) -> Any:
    """Choose the variable of the best score, the first of equal ones."""
    chosen = literals[first]
    most = score(chosen, occurrences, starts, words, breaks)
    for place in range(first + 1, end):
        value = score(literals[place], occurrences, starts, words, breaks)
        if value > most:
            chosen, most = literals[place], value
    return chosen >> 1


@inner
def walk(problem: Problem, state: State, heuristic: Any, noise: Any, flips: Any, every: Any, trace: Any) -> Any:
    """Flip until no clause is false, but no more than ``flips`` times; return how often."""
    # Out of their tuples: the compiler counts references to an array each time that it is taken out.
    literals, starts, occurrences, occurrence_starts, weights, chances = problem
    values, words, breaks, flipped, false, places, tied, random, numbers = state
    left = numbers[FALSE]
    done = 0
    while done < flips and left > 0:
        clause = false[below(random, left)]
        first, end = starts[clause], starts[clause + 1]
        if heuristic == SKC:
            variable = least_break(literals, breaks, tied, random, noise, first, end)
        elif heuristic == PROBSAT:
            variable = by_chance(literals, breaks, chances, random, first, end)
        elif next_word(random) < noise:
            variable = literals[first + below(random, end - first)] >> 1
        elif heuristic == LEAST_MODIFIED:
            variable = least_modified(literals, flipped, first, end)
        elif heuristic == SCORE:
            variable = best_score(literals, occurrences, occurrence_starts, words, breaks, first, end)
        else:
            variable = heaviest(literals, weights, first, end)
        flipped[variable] += 1
        left = flip(occurrences, occurrence_starts, values, words, breaks, false, places, variable, left)
        done += 1
        if every > 0:
            numbers[UNTIL_TRACE] -= 1
            if numbers[UNTIL_TRACE] == 0:
                numbers[UNTIL_TRACE] = every
                trace[numbers[TRACED]] = left
                numbers[TRACED] += 1
    numbers[FALSE] = left
    numbers[FLIPS] += done
    return done


@inner
def end(state: State, results: Results, tries: Any) -> None:
    """Note how a try ended, and go on to the next, or to the next execution."""
    numbers = state.numbers
    execution, solved = numbers[EXECUTION], numbers[FALSE] == 0
    numbers[STARTED] = 0
    if solved:
        results.solved[execution] = 1
        if numbers[FOUND] == 0:
            for variable in range(len(state.values)):
                results.model[variable] = state.values[variable]
        numbers[FOUND] = 1
    if solved or numbers[TRY] + 1 == tries:
        numbers[TRY] = 0
        numbers[EXECUTION] += 1
    else:
        numbers[TRY] += 1
        results.restarts[execution] += 1


@kept
def search(
    problem: Problem,
    state: State,
    results: Results,
    seeds: Any,
    heuristic: Any,
    noise: Any,
    max_flips: Any,
    tries: Any,
    trace_every: Any,
    trace: Any,
    budget: Any,
) -> None:
    """Go on with all executions until they are done or ``budget`` flips are spent.

    ``seeds`` holds four words for each execution. ``noise`` is a probability times ``ONE``. ``trace`` takes the numbers
    of false clauses of the first execution. Beginning a try costs as many flips of the budget as there are clauses and
    variables, over 16.
    """
    numbers = state.numbers
    while numbers[EXECUTION] < len(results.solved) and budget > 0:
        execution = numbers[EXECUTION]
        every = trace_every if execution == 0 else 0
        if numbers[STARTED] == 0:
            if numbers[TRY] == 0:
                for word in range(4):
                    state.random[word] = seeds[4 * execution + word]
            numbers[FALSE] = begin(problem, state)
            numbers[FLIPS], numbers[STARTED] = 0, 1
            budget -= (len(state.words) + len(state.values)) // 16
            if every > 0 and numbers[TRY] == 0:
                trace[0], numbers[TRACED], numbers[UNTIL_TRACE] = numbers[FALSE], 1, every
        left = min(max_flips - numbers[FLIPS], max(budget, 1))
        done = walk(problem, state, heuristic, noise, left, every, trace)
        budget -= done
        results.flips[execution] += done
        if numbers[FALSE] == 0 or numbers[FLIPS] == max_flips:
            end(state, results, tries)
