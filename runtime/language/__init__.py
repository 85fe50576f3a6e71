"""Rule-based understanding of what people and agents say: instructions, questions, replies, announced actions. Pure."""
