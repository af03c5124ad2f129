import { testAgentRegistry } from '../../agents/agent-registry.contract.js';
import { openSqliteStore } from '../../testing/open-sqlite-store.js';

testAgentRegistry('SQLite', openSqliteStore);
