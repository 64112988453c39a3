"""The game as a PettingZoo environment: `lab.rl.env(variant="cthulhu", seats=4)`; needs `pip install -e ".[rl]"`.

Agents take turns when the game asks them (the AEC interface), so the same one may be asked several
times in a row. An action is the position of an option; the mask says how many there are, and the
observation describes each of them by the same few numbers, so that what is learnt about one carries
over to others. The reward comes at the end: 1 shared among the winners, 0 for everybody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lab.errors import BadInput
from lab.games.game_table import table as make_table
from lab.games.learner_arrays import COLUMNS, OPTIONS, Arrays

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:  # the extra is not installed
    raise BadInput(f"lab.rl needs {missing.name}; allowed: after pip install -e '.[rl]'") from None

MOST = 1 << 20
"""Bound of all numbers of an observation."""


def env(**options: Any) -> AECEnv:
    """The environment with PettingZoo's checks around it; the options are those of `CardTable`."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(CardTable(**options)))


def _known(seed: int) -> int:
    """A seed that may be played."""
    if not 0 <= seed < 2**63:
        raise BadInput(f"seed is {seed}; allowed: a whole number from 0 to {2**63 - 1}")
    return seed


class CardTable(AECEnv):  # type: ignore[misc]
    """One table. `personas` maps seats to personas that play there and are no agents of the environment."""

    metadata = {"name": "card_lab_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        variant: str = "base",
        deck: str | tuple[str, ...] = (),
        seats: int = 4,
        seed: int = 0,
        personas: Mapping[int, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.personas, self.render_mode = dict(personas or {}), render_mode
        if strange := [s for s in self.personas if not 0 <= s < seats]:
            raise BadInput(f"personas names seat {strange[0]}; allowed: 0 to {seats - 1}")
        names = [self.personas.get(s, "balanced") for s in range(seats)]
        self.table = make_table(deck, variant, seats, _known(seed), agents=names)
        self.arrays = Arrays(self.table)
        self._next = (seed, 0)
        self._seat = {f"player_{s}": s for s in range(seats) if s not in self.personas}
        self._name = {s: name for name, s in self._seat.items()}
        if not self._seat:
            raise BadInput("personas names every seat; allowed: at least one seat without a persona")
        self.possible_agents = list(self._seat)
        self.agents: list[str] = []
        self._spaces = {name: self._space() for name in self._seat}
        self._actions = {name: Discrete(OPTIONS) for name in self._seat}

    def _space(self) -> Dict:
        return Dict(
            {
                "observation": Box(-MOST, MOST, (self.arrays.length,), np.int32),
                "options": Box(-MOST, MOST, (OPTIONS, len(COLUMNS)), np.int32),
                "action_mask": Box(0, 1, (OPTIONS,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Dict:
        """Arrays of an observation; `CardTable.arrays.layout()` says what lies where."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Positions of options."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game: the first one of a seed, or, without a seed, the next one."""
        if seed is not None:
            self._next = (_known(seed), 0)
        run, game = self._next
        self._next = (run, game + 1)
        self.table.deal(run, game)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.agents[0]
        self._play_personas()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent sees; it has options only if it is asked."""
        seat = self._seat[agent]
        asked = not self.table.over and self.table.decider == seat
        return {
            "observation": self.arrays.observation(seat),
            "options": self.arrays.options() if asked else np.zeros((OPTIONS, len(COLUMNS)), np.int32),
            "action_mask": self.arrays.mask() if asked else np.zeros(OPTIONS, np.int8),
        }

    def step(self, action: int | None) -> None:
        """Take an option of the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        rows = self.arrays.rows()
        if action is None or not 0 <= int(action) < len(rows):
            raise BadInput(f"action of {agent} is {action}; allowed by its mask: 0 to {len(rows) - 1}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.table.answer(int(rows[int(action)]))
        self._play_personas()
        self._accumulate_rewards()

    def _play_personas(self) -> None:
        """Let the personas answer until an agent is asked; at the end of the game deal out the rewards."""
        while not self.table.over and self.table.decider in self.personas:
            self.table.answer(self.table.choice())
        if not self.table.over:
            self.agent_selection = self._name[self.table.decider]
            return
        winners, capped = self.table.winners, self.table.ending == "capped"
        for name in self.agents:
            self.rewards[name] = 1.0 / len(winners) if self._seat[name] in winners else 0.0
            self.truncations[name], self.terminations[name] = capped, not capped

    def render(self) -> str | None:
        """The table in words."""
        if self.render_mode != "ansi":
            return None
        view = self.table.view(self._seat[self.agent_selection])
        levels = ", ".join(f"{s.name} {s.level}" for s in view.seats)
        fight = f"; {view.fight.strength[0]} against {view.fight.strength[1]}" if view.fight else ""
        return f"turn {view.turn}, {view.phase}, {view.active}'s turn; levels: {levels}{fight}"

    def close(self) -> None:
        """There is nothing to release."""
