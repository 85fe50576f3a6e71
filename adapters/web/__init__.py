"""HTTP servers: the agent API for external agents, the desk for human users, and pages for annotators.

agent_api    HTTP and WebSocket API where external agents get their instruction, ask and finish
desk         page where people answer the questions of running episodes; `python -m runtime.bench desk`
labels       page where annotators label the traces of a run; `python -m runtime.bench label RUN`
thoughts     page where annotators label thoughts at recorded steps; `python -m runtime.bench label FOLDER`
shared       the HTTP server of all, page server, validation, decisions on disk; style and scripts for the browser
"""
