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

from runtime.models.asking import Answer as Answer
from runtime.models.asking import ask as ask
from runtime.models.forms import Choice as Choice
from runtime.models.forms import Flag as Flag
from runtime.models.forms import Form as Form
from runtime.models.forms import Several as Several
from runtime.models.forms import Whole as Whole
from runtime.models.forms import Words as Words
from runtime.models.ledger import Ledger as Ledger
from runtime.models.ledger import Price as Price
from runtime.models.pictures import Pictures as Pictures
from runtime.models.prompts import Prompt as Prompt
from runtime.models.prompts import PromptFiles as PromptFiles
from runtime.models.quoting import RULE as RULE
from runtime.models.quoting import attempts as attempts
from runtime.models.quoting import quote as quote
from runtime.models.requests import Message as Message
from runtime.models.requests import Model as Model
from runtime.models.requests import ModelReply as ModelReply
from runtime.models.requests import ModelRequest as ModelRequest
from runtime.models.requests import ModelRole as ModelRole
from runtime.models.requests import Picture as Picture
