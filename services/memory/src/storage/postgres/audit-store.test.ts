import { findPostgres } from '@anima/test-engines';
import { describe } from 'vitest';
import { testAuditStore } from '../../audit/audit-store.contract.js';
import { openPostgresStore } from '../../testing/open-postgres-store.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

describe.skipIf(missing !== '')(`on a server${missing}`, () => {
  testAuditStore('PostgreSQL', () => openPostgresStore());
});
