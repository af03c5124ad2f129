import { archiveSchema } from './archive-schema.js';
import { auditSchema } from './audit-schema.js';
import { erasureSchema } from './erasure-schema.js';
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
 * Validity of memories. The search data of memories that were superseded or that expired before gets its end from the
 * time at which they were archived, because superseding set no other one.
 */
const validity = `
  ${addColumn('validFrom')}
  ${addColumn('validUntil')}
  ALTER TABLE search_rows ADD COLUMN replaced boolean NOT NULL DEFAULT false, ADD COLUMN valid_from bigint,
    ADD COLUMN valid_until bigint, ADD COLUMN held_until bigint;
  UPDATE search_rows SET replaced = true, valid_until = archived_at, held_until = archived_at
  FROM memories WHERE memories.memory_key = search_rows.memory_key
    AND (superseded_by IS NOT NULL OR archived_at = memories.expires_at);
  UPDATE search_rows SET valid_until = coalesce(archived_at, memories.expires_at),
    held_until = coalesce(archived_at, memories.expires_at)
  FROM memories WHERE memories.memory_key = search_rows.memory_key AND NOT replaced
    AND coalesce(archived_at, memories.expires_at) IS NOT NULL;
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
  validity,
  erasureSchema,
];
