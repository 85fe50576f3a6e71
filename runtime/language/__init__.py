"""Rule-based understanding of what people and agents say: questions, replies, announced actions. Pure."""
