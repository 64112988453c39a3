"""Who plays: personas (rows of `agents.toml`), and agents of somebody else's, in processes of their own.

`outside_games` plays a range of games with the kernels of the compiled loop and derives the same facts; a test seats
an agent that chooses as the persona does and demands the same bytes. Python hands records to kernels as
`engine.jit.handle(record)`: NumPy describes a record anew for every call, 12 microseconds against 0.6. A view is a
copy of the game's record with everything hidden wiped out (`engine/view.py`): a new field that a seat may not see
goes into `SECRETS`, `MARKS` or `OF_CARDS`.

Foreign code runs in no process of the lab's. A worker of such a run is a *keeper* (`game_process`, started by
`agent_pool`): it plays the games and starts one *guest* (`agent_process`) for each agent, which imports it, gets the
seat's copy of the game and its options through shared memory, and answers with a row. The keeper (`agent_monitor`)
waits by its own clock, takes an answer only if it repeats the number of its order, never unpickles one, and checks
the row. It is the parent of whatever agents leave behind (`process_tree`), and ends all of it when an agent fails,
the lab says so, or the lab is gone. The fingerprint of an agent's source is taken without importing it
(`agent_source`). A new trick is a row of `tests/lab/hostile_agents.py`.
"""

USUAL = "table"
"""Who plays where nobody says: a mix of different ordinary people. Here, so that a command may load no personas."""
