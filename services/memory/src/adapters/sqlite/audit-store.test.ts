import { testAuditStore } from '../../ports/audit-store.contract.js';
import { openSqliteStore } from '../../testing/open-sqlite-store.js';

testAuditStore('SQLite', openSqliteStore);
