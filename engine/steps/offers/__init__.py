"""What a player may do at a moment, what it costs, and doing it; an ability is the kernel `use_` of its opcode."""
