"""What people and programs reach by HTTP or a browser: the agent API, the desk, pages for annotators, reports.

agent_api    HTTP and WebSocket API where external agents get their instruction, ask and finish
desk         page where people answer the questions of running episodes; `python -m runtime.bench desk`
labels       page where annotators label the traces of a run; `python -m runtime.bench label RUN`
thoughts     page where annotators label thoughts at recorded steps; `python -m runtime.bench label FOLDER`
report       page on which recorded runs are looked at, a file without a server; `python -m runtime.bench report RUN`
live         dashboard of a run that is played, and the report's views of recorded runs from a server;
             `python -m runtime.bench --live`, `python -m runtime.bench serve RUN`
shared       the HTTP server of all, page server, validation, decisions on disk; style and scripts for the browser
"""
