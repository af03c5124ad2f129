import { archiveSchema } from './archive-schema.js';
import { auditSchema } from './audit-schema.js';
import { judgementSchema } from './judgement-schema.js';
import { addColumn } from './memory-row.js';
import { memorySchema } from './memory-schema.js';
import { processSchema } from './process-schema.js';
import { reindexSchema } from './reindex-schema.js';
import { relationSchema } from './relation-schema.js';
import { responseCacheContext, responseCacheSchema } from './response-cache-schema.js';
import { searchSchema } from './search-schema.js';

/** Index to find the memories of a file that is imported again. */
const sourcePathIndex = `
  CREATE INDEX memories_by_source_path ON memories (source_path) WHERE source_key IS NOT NULL;
`;

/** Version of the text analysis that wrote the words of search_rows, see refresh-words.ts. */
const textVersion = `
  ALTER TABLE store_state ADD COLUMN text_version integer NOT NULL DEFAULT 2;
`;

/**
 * Migrations from one version to the next; the first creates version 1 in an empty database. Released
 * migrations are never edited, and new ones only add to the schema: see `Schema` of @anima/service/postgres.
 */
export const migrations: readonly string[] = [
  [
    memorySchema,
    searchSchema,
    processSchema,
    relationSchema,
    auditSchema,
    judgementSchema,
    responseCacheSchema,
    archiveSchema,
    reindexSchema,
  ].join('\n'),
  sourcePathIndex + textVersion,
  responseCacheContext,
  addColumn('role'),
];
