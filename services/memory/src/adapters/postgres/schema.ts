import { memorySchema } from './memory-schema.js';
import { searchSchema } from './search-schema.js';

/**
 * What takes the database from one version to the next: the first makes version 1 of an empty one. What was released once is never
 * edited, and what comes only adds: see `Schema` of @anima/service/postgres.
 */
export const migrations: readonly string[] = [memorySchema + searchSchema];
