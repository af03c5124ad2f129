import { findPostgres } from '@anima/test-engines';
import { describe } from 'vitest';
import { testRelationStore } from '../../relations/relation-store.contract.js';
import { openPostgresStore } from '../../testing/open-postgres-store.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

describe.skipIf(missing !== '')(`on a server${missing}`, () => {
  testRelationStore('PostgreSQL', () => openPostgresStore());
});
