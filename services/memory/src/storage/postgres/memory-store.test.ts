import { findPostgres } from '@anima/test-engines';
import { describe } from 'vitest';
import { testAgentRegistry } from '../../agents/agent-registry.contract.js';
import { testMemoryStore } from '../../memory/memory-store.contract.js';
import { openPostgresStore } from '../../testing/open-postgres-store.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

describe.skipIf(missing !== '')(`on a server${missing}`, () => {
  testMemoryStore('PostgreSQL', () => openPostgresStore());
  testAgentRegistry('PostgreSQL', () => openPostgresStore());
});
