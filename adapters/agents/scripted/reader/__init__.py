"""An agent without a model: it goes by the words of the instruction and of the screen.

screen      what is on a screen
matching    which control fits a step or a wish
moves       what the reader does next and why
following   an instruction that spells out its steps
seeking     an instruction that only says what is wanted
answering   the answer that an instruction asks for
policy      chooses between the two and keeps the state
player      plays an episode
"""
