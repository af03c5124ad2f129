/**
 * Version of the analysis of texts: raise it when the terms of a text, its facts, what is embedded or the order of turns
 * changes. What was derived by an older version is then derived again: the index file, and the search rows in PostgreSQL.
 */
export const TEXT_VERSION = 3;
