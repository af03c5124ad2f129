"""Hair: strands grown from the scalp, combed, laid out as ribbons that share one picture of locks."""
