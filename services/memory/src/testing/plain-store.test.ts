import { testAgentRegistry } from '../ports/agent-registry.contract.js';
import { testArchiveStore } from '../ports/archive-store.contract.js';
import { testAuditStore } from '../ports/audit-store.contract.js';
import { testMemoryStore } from '../ports/memory-store.contract.js';
import { testReindexSource, testReindexStage } from '../ports/reindex.contract.js';
import { testRelationStore } from '../ports/relation-store.contract.js';
import { openPlainDatabase } from './plain-database.js';
import { createPlainReindexSource, createPlainReindexStage } from './plain-reindex.js';

testMemoryStore('the plain store', openPlainDatabase);
testAuditStore('the plain store', openPlainDatabase);
testRelationStore('the plain store', openPlainDatabase);
testAgentRegistry('the plain store', openPlainDatabase);
testArchiveStore('the plain store', openPlainDatabase);
testReindexSource('the plain source', (memories, queries) => ({
  source: createPlainReindexSource(memories, queries),
}));
testReindexStage('the plain stage', () => ({ stage: createPlainReindexStage().stage, reopen: null }));
