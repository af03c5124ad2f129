/**
 * Version of the analysis of texts: raise it when the terms of a text, its facts, its embedded text or the order of turns
 * changes. The index file and the search rows in PostgreSQL are then derived again.
 */
export const TEXT_VERSION = 3;
