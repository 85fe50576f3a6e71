"""Model requests: prompts, structured answers, quoting, cached replies and costs. Nothing here opens a connection.

requests   messages, pictures, requests and replies; `Model`, the protocol
forms      structured answers keyed by ids: JSON schema and parser
asking     one question with one repair: a valid answer, or unscored with the reason
quoting    quotes text of screens, agents and users so that it cannot end its own quotation
prompts    prompts as text files with versions
pictures   cache of half-size JPEGs of frames
ledger     tokens and cost by role
cache      stores replies on disk, to reuse or replay them
"""

from __future__ import annotations

from runtime.llm.asking import FormAnswer as FormAnswer
from runtime.llm.asking import ask as ask
from runtime.llm.ledger import Ledger as Ledger
from runtime.llm.ledger import Price as Price
from runtime.llm.pictures import PictureCache as PictureCache
from runtime.llm.prompts import Prompt as Prompt
from runtime.llm.prompts import PromptFiles as PromptFiles
from runtime.llm.quoting import QUOTING_RULE as QUOTING_RULE
from runtime.llm.quoting import injection_attempts as injection_attempts
from runtime.llm.quoting import quote as quote
from runtime.llm.requests import Message as Message
from runtime.llm.requests import Model as Model
from runtime.llm.requests import ModelReply as ModelReply
from runtime.llm.requests import ModelRequest as ModelRequest
from runtime.llm.requests import ModelRole as ModelRole
from runtime.llm.requests import Picture as Picture
from runtime.llm.requests import Sampling as Sampling
from runtime.llm.structured_answers import Choice as Choice
from runtime.llm.structured_answers import Flag as Flag
from runtime.llm.structured_answers import Form as Form
from runtime.llm.structured_answers import Integer as Integer
from runtime.llm.structured_answers import MultiChoice as MultiChoice
from runtime.llm.structured_answers import Text as Text
