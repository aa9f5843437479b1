"""How the networks are made: self-play, and learning from it. Needs the extra `train`."""
