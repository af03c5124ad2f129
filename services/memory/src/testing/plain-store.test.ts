import { testAgentRegistry } from '../ports/agent-registry.contract.js';
import { testArchiveStore } from '../ports/archive-store.contract.js';
import { testAuditStore } from '../ports/audit-store.contract.js';
import { testMemoryStore } from '../ports/memory-store.contract.js';
import { testReindexSource, testReindexStage } from '../ports/reindex.contract.js';
import { openPlainStore } from './open-plain-store.js';
import { createPlainReindexSource, createPlainReindexStage } from './plain-reindex.js';

testMemoryStore('the plain store', openPlainStore);
testAuditStore('the plain store', openPlainStore);
testAgentRegistry('the plain store', openPlainStore);
testArchiveStore('the plain store', openPlainStore);
testReindexSource('the plain source', (memories, queries) => ({
  source: createPlainReindexSource(memories, queries),
}));
testReindexStage('the plain stage', () => ({ stage: createPlainReindexStage().stage, reopen: null }));
