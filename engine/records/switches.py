"""Rules are switches: one row per switch, with its default, its bounds and the ledger rules behind it.

A variant sets switches and nothing else. The vector `Book.rules` holds one value per row, in the
order of this table; kernels read it through the `Rule` enumeration.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

RULES_VERSION = 16
"""Raised whenever the same spec gives another game."""


@dataclass(frozen=True)
class Switch:
    """One switch; `words` names its values where a number says little (position = value)."""

    name: str
    default: int
    low: int
    high: int
    ledger: tuple[str, ...]
    meaning: str
    words: tuple[str, ...] = ()


def _flag(name: str, default: int, ledger: tuple[str, ...], meaning: str) -> Switch:
    return Switch(name, default, 0, 1, ledger, meaning, ("false", "true"))


RULES: tuple[Switch, ...] = (
    Switch("players.min", 3, 2, 8, ("setup.players",), "fewest players that the rules are made for"),
    Switch("players.max", 6, 2, 8, ("setup.players",), "most players that the rules are made for"),
    Switch("setup.deal_door", 4, 0, 10, ("setup.deal-four-four", "death.redraw"), "Door cards dealt to each player"),
    Switch("setup.deal_treasure", 4, 0, 10, ("setup.deal-four-four", "death.redraw"), "Treasures dealt to each player"),
    Switch("setup.start_level", 1, 1, 10, ("setup.start-level-one",), "Level at the start"),
    Switch(
        "setup.first_player", 1, 0, 2, ("setup.first-player-agreed", "setup.first-player-d20"),
        "who begins: the first seat, a seat drawn by lot, or the highest roll of a twenty-sided die",
        ("fixed", "random", "d20_high"),
    ),
    Switch(
        "turn.phase_layout", 0, 0, 1, ("turn.phase-layout",),
        "Trouble and Loot as one phase or as two", ("combined", "separate"),
    ),
    _flag(
        "faster_play.listen_at_door", 0, ("turn.listen-at-the-door", "faster.general"), "phase 0: draw a face-down Door"
    ),
    Switch(
        "faster_play.loot_room_deck",
        0,
        0,
        1,
        ("turn.loot-treasure-variant", "turn.loot-room"),
        "deck from which the room is looted",
        ("door", "treasure"),
    ),
    Switch("hand_limit", 5, 0, 30, ("turn.hand-limit",), "most cards in hand at the end of one's turn"),
    Switch("charity.to", 0, 0, 4, ("charity.give-lowest",), "who is given the excess; a neighbour who may be given nothing is passed over",
           ("lowest", "anyone", "left", "right", "discards")),
    Switch("level.most_a_turn", 0, 0, 20, ("level.gain-ways",), "Levels that a player may gain in one turn; 0 = as many as they like"),
    Switch(
        "charity.priority_class", 0, 0, 1, ("charity.oligarch-first",), "who gets a card before all others",
        ("none", "oligarch"),
    ),
    Switch(
        "charity.oligarch_when_donor_lowest", 0, 0, 1, ("charity.oligarch-none",),
        "does the priority hold if the donor is lowest", ("none", "still_gets"),
    ),
    Switch("level.min", 1, 0, 1, ("precedence.min-level",), "nothing lowers a Level below this"),
    Switch(
        "victory.level",
        10,
        2,
        100,
        ("victory.first-ten", "precedence.level-ten-by-monster", "epic.level"),
        "Level that wins the game",
    ),
    _flag("victory.needs_kill", 1, ("precedence.level-ten-by-monster",), "the winning Level needs a kill"),
    _flag("shared_victory", 0, ("help.shared-victory",), "the helper in the winning fight wins as well"),
    _flag("sex.enabled", 1, ("sex.start",), "characters have a sex"),
    Switch("race.default", 1, 0, 1, ("race.human",), "what one is without a Race card", ("none", "human")),
    _flag("race.enabled", 1, ("race.list", "stats.axes"), "Race cards are used"),
    Switch("identity.max_per_axis", 1, 1, 3, ("class.one-only",), "identities of one kind without a doubler"),
    Switch("identity.birthright_max", 2, 1, 2, ("birthright.list",), "different Birthrights at once"),
    Switch("big.limit", 1, 0, 50, ("item.one-big",), "Big Items one may carry; 0 = no limit"),
    Switch("sell.gp_per_level", 1000, 100, 10000, ("sell.rule",), "Gold Pieces that buy one Level"),
    _flag("sell.enabled", 1, ("sell.rule", "level.gain-ways"), "Items may be sold for Levels"),
    Switch(
        "sell.overflow",
        0,
        0,
        1,
        ("precedence.no-sell-to-ten",),
        "a sale worth more Levels than may be gained",
        ("cap", "reject"),
    ),
    Switch(
        "gual.can_win",
        0,
        0,
        1,
        ("precedence.no-gual-to-ten",),
        "may Go Up a Level give the winning Level",
        ("never", "if_card_says"),
    ),
    Switch("combat.ties", 0, 0, 1, ("combat.monsters-win-ties",), "who wins a tie", ("monsters_win", "munchkins_win")),
    Switch(
        "level_only.ignores",
        0,
        0,
        2,
        ("combat.level-only",),
        "what 'fight with your Level only' leaves out",
        ("all_modifiers", "bonuses_only", "items_only"),
    ),
    Switch(
        "nonlethal.treasure_default",
        0,
        0,
        1,
        ("combat.nonlethal-treasure", "reward.kill-vs-defeat"),
        "Treasure of a monster got rid of by a card that says nothing about it",
        ("none", "full"),
    ),
    Switch("reward.min_treasure", 0, 0, 1, ("enhancer.treasure",), "fewest Treasures of a killed monster"),
    Switch(
        "reward.levels_per_monster", 1, 0, 5, ("multi.levels-each",), "Levels for each kill (x the number on the card)"
    ),
    Switch(
        "reward.level_requires", 0, 0, 1, ("precedence.level-only-if-kill",), "what earns the Level", ("kill", "defeat")
    ),
    Switch("run_away.target", 5, 2, 6, ("run.roll",), "die result that escapes"),
    _flag("run_away.natural_six", 0, ("run.natural",), "a natural 6 always escapes"),
    Switch("help.max", 1, 0, 7, ("help.one-only",), "helpers in a combat at most"),
    _flag("help.require_losing", 1, ("help.may-ask-when",), "one may ask for help only while losing"),
    _flag("help.volunteer", 1, ("help.volunteer",), "bystanders may offer their help"),
    _flag("help.offer_hand_cards", 1, ("help.bribe-hand-cards",), "hand cards may be promised to a helper"),
    Switch(
        "help.item_bribe_time",
        0,
        0,
        1,
        ("help.item-bribe-timing",),
        "when a promised Item changes hands",
        ("after_win", "after_combat"),
    ),
    _flag("help.no_forced_for_win", 1, ("precedence.no-forced-help-ten",), "nobody must help in a winning fight"),
    Switch(
        "help.helper_levels",
        1,
        0,
        1,
        ("race.elf-helper-level", "help.levels"),
        "does an ability of the helper give them Levels",
        ("none", "elf"),
    ),
    _flag("help.elf_can_win", 1, ("race.elf-helper-level",), "a helper's Level may be the winning one"),
    Switch(
        "reaction.windows",
        1,
        0,
        2,
        ("combat.reaction-window", "timing.any-time"),
        "when bystanders are asked: in combats only; whenever they hold a card for the moment; always",
        ("combat_only", "full", "everyone"),
    ),
    Switch(
        "reaction.max_actions",
        500,
        20,
        5000,
        ("combat.reaction-window",),
        "actions after which a combat's window closes",
    ),
    Switch(
        "trade.proposals", 1, 0, 50, ("trade.when", "trade.gifts"), "trades or gifts a player may propose in one turn"
    ),
    Switch(
        "equip.changes",
        12,
        1,
        100,
        ("turn.arrange", "timing.any-time-not-combat"),
        "times a player may change the status of Items in one turn",
    ),
    Switch("grouping.undead", 1, 0, 1, ("group.types",), "Undead join each other", ("false", "true")),
    Switch("grouping.wolf", 0, 0, 1, ("group.types", "group.wolf-dragon"), "Wolves join each other", ("false", "true")),
    Switch(
        "grouping.dragon", 0, 0, 1, ("group.types", "group.wolf-dragon"), "Dragons join each other", ("false", "true")
    ),
    Switch(
        "grouping.babushka", 0, 0, 1, ("group.types", "group.babushka"), "Babushkas join each other", ("false", "true")
    ),
    _flag("grouping.self_join", 1, ("group.join-against",), "the fighter may add a grouping monster themselves"),
    _flag("goth.enabled", 0, ("goth.trigger",), "goth monsters call another"),
    _flag("cultist.enabled", 0, ("cultist.locked", "cultist.own-discard"), "the Cultist rules are in force"),
    _flag("cultist.all_end", 1, ("cultist.all",), "the game ends when all are Cultists"),
    Switch("cultist.last_sane_level", 1, 0, 3, ("cultist.all-but-one",), "Levels for the last who is no Cultist"),
    _flag("cultist.enhancers_on_cultist", 1, ("death.cultist-enhancers",), "some enhancers may be put on a Cultist"),
    _flag("curse.keep_reminder", 1, ("turn.kick-open.curse", "curse.persistent"), "lasting Curses stay on the table"),
    _flag("curse.next_combat_includes_helping", 1, ("curse.next-combat-now",), "'next combat' counts helping"),
    Switch("backstab.per_victim", 1, 0, 5, ("class.thief-backstab",), "backstabs per victim and combat"),
    _flag("death.reborn_can_receive", 1, ("charity.reborn-may-receive",), "the new character may be given cards"),
    _flag("death.skip_remaining_rolls", 1, ("run.dead-skip",), "the dead roll for no further monster"),
    Switch(
        "death.keeps", 0, 0, 3, ("death.lose-stuff",), "what the new character keeps beside Class and Race",
        ("nothing", "hand", "items", "everything"),
    ),
    _flag("loot_body.enabled", 1, ("death.loot-order",), "the others take cards from a body"),
    Switch("loot_body.destination", 0, 0, 1, ("death.loot-to-hand",), "where looted cards go", ("hand", "table")),
    _flag("doubler.stays_if_one_left", 1, ("super.two", "super.one"), "a doubler stays while one identity is left"),
    _flag("item_enhancer.enabled", 1, ("item.enhancer",), "Item Enhancers are used"),
    Switch("max_turns", 600, 10, 20000, ("victory.first-ten",), "turns after which a game is given up"),
    Switch(
        "time_limit.rounds", 0, 0, 1000, ("victory.first-ten",), "rounds after which the game ends, won by whoever is ahead; 0 = none"
    ),
    Switch("boss.required", 0, 0, 10, ("boss.need-three",), "Bosses that must fall before anybody wins"),
    Switch("run_away.order", 0, 0, 1, ("run.both",), "who flees first", ("fighter_first", "helper_first")),
    _flag("charity.dead_lowest", 0, ("charity.dead-excluded",), "the dead count when the lowest Level is sought"),
    Switch(
        "setup.character_cards", 0, 0, 1, ("setup.character-card",),
        "Character cards each player is dealt, if the deck has them", ("none", "random_one"),
    ),
    Switch("backstab.from_level", 1, 1, 100, ("class.thief-backstab",), "Level from which a player may backstab"),
    Switch(
        "catch_up.treasure",
        0,
        0,
        5,
        ("turn.starts-immediately",),
        "face-down Treasures for a player who is alone in the last place when their turn begins",
    ),
    Switch("first_kill.levels", 1, 1, 5, ("combat.win-level",), "Levels for the first monster a player kills"),
    _flag("discard.order", 1, ("cards.discard-piles",), "whose turn it is says which discard of a combat lies on top"),
    Switch(
        "item_enhancer.cursed_item", 0, 0, 1, ("item.enhancer-cursed", "curse.victim-chooses"),
        "who names the Item when somebody plays an Item Enhancer that is a Curse", ("victim", "thrower"),
    ),
    Switch(
        "team.count", 0, 0, 4, ("help.shared-victory",),
        "teams that win together, everybody's neighbours being of other ones; 0 = each for themselves",
    ),
    _flag("team.all_reach", 0, ("help.shared-victory",), "a team wins when all of it are at the winning Level"),
    Switch(
        "time_limit.by", 0, 0, 4, ("victory.first-ten",),
        "what counts at the round limit: Level, Level and bonuses in play, the value of Items in play, tokens, or bonuses",
        ("level", "score", "gold", "tokens", "bonus"),
    ),
    Switch(
        "victory.when", 0, 0, 2, ("victory.immediate", "victory.first-ten"),
        "when the winning Level wins: at once, when the round is over, or once it has been held for a whole round",
        ("at_once", "round_over", "held_a_round"),
    ),
    Switch(
        "curse.door", 0, 0, 1, ("turn.kick-open.curse",),
        "what a Curse behind the door does: it strikes whoever opened it, or goes to their hand", ("strikes", "hand"),
    ),
    Switch("tokens.max", 99, 1, 99, ("precedence.card-over-rule",), "tokens that a player may have at most"),
    _flag(
        "help.replaces", 0, ("help.one-only", "help.levels"),
        "whoever helps fights alone in the fighter's place, with all Treasures and without Levels",
    ),
    Switch(
        "time_limit.minutes", 0, 0, 1000, ("victory.first-ten",),
        "estimated minutes after which the game ends with the turn, won by whoever is ahead; 0 = none",
    ),
    _flag("doubler.third_class", 0, ("super.two",), "a second card for a second Class allows a third one"),
    _flag("doubler.third_race", 0, ("super.two",), "a second card for a second Race allows a third one"),
    _flag("loot_body.until_gone", 0, ("death.loot-order",), "a body is looted again and again until all its cards are gone"),
    _flag("equip.in_combat", 0, ("timing.no-status-change-fleeing",), "those who fight may put Items to use and take them off"),
    Switch("loot_body.carried", 0, 0, 1, ("death.loot-layout",), "what becomes of Items that the dead had in play and did not use", ("looted", "discarded")),
    Switch("big.counts", 0, 0, 1, ("item.one-big",), "which Big Items count for the limit: all that one carries, or those in use", ("carried", "used")),
    _flag("team.lone", 0, ("help.shared-victory",), "the player in place 1 plays alone against all others, who win together"),
    Switch(
        "victory.by", 0, 0, 4, ("victory.first-ten",),
        "who wins when somebody gets to the winning Level: they, or whoever has most Level and bonuses, Gold, tokens or bonuses",
        ("level", "score", "gold", "tokens", "bonus"),
    ),
    Switch("victory.points", 0, 0, 99, ("victory.first-ten",), "points on top for whoever got there, where `victory.by` counts"),
)  # fmt: skip

Rule = IntEnum("Rule", {s.name.replace(".", "_").upper(): i for i, s in enumerate(RULES)})  # type: ignore[misc]
"""Position of each switch in `Book.rules`; `Rule.VICTORY_LEVEL` is the switch `victory.level`."""


def defaults() -> list[int]:
    """Value of every switch when no variant says otherwise."""
    return [s.default for s in RULES]
