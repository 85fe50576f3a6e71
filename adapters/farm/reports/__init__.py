"""The result of a load test as a document, a page, tables and lines."""
