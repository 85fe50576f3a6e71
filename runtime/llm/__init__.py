"""Talking with models: what is asked, how the answer must look, and what it cost. Nothing here opens a connection.

requests   the values: a message, a picture, a request, a reply; `Model`, the port
forms      an answer keyed by ids: its JSON schema, and the reader that names whatever is wrong with one
asking     one question with one repair: answered exactly, or unscored with the reason
quoting    text of screens, agents and users as data that cannot end its own quotation
prompts    prompts as text files with versions
pictures   half-size JPEGs of frames, made once for each
ledger     tokens and money by role
"""

from __future__ import annotations

from runtime.llm.asking import Answer as Answer
from runtime.llm.asking import ask as ask
from runtime.llm.forms import Choice as Choice
from runtime.llm.forms import Flag as Flag
from runtime.llm.forms import Form as Form
from runtime.llm.forms import Several as Several
from runtime.llm.forms import Whole as Whole
from runtime.llm.forms import Words as Words
from runtime.llm.ledger import Ledger as Ledger
from runtime.llm.ledger import Price as Price
from runtime.llm.pictures import Pictures as Pictures
from runtime.llm.prompts import Prompt as Prompt
from runtime.llm.prompts import PromptFiles as PromptFiles
from runtime.llm.quoting import RULE as RULE
from runtime.llm.quoting import attempts as attempts
from runtime.llm.quoting import quote as quote
from runtime.llm.requests import Message as Message
from runtime.llm.requests import Model as Model
from runtime.llm.requests import ModelReply as ModelReply
from runtime.llm.requests import ModelRequest as ModelRequest
from runtime.llm.requests import ModelRole as ModelRole
from runtime.llm.requests import Picture as Picture
