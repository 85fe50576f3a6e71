"""The page on which recorded runs are looked at: one file, without a server and without a request.

scores       metrics of all agents, overall and by group                     pure
document     a run's overview and its episodes as JSON documents             pure
pictures     thumbnails, and what changed between two screens
contents     reads runs for a report, and names what cannot be read
page         the page of documents, pictures, and the files of front/        pure
files        writes the page, its parts beside it, or one episode as a ZIP
command      `python -m runtime.bench report RUN`

front/ runs in the browser: views, drawn from the documents.
"""
