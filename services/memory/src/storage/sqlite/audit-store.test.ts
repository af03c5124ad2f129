import { testAuditStore } from '../../audit/audit-store.contract.js';
import { openSqliteStore } from '../../testing/open-sqlite-store.js';

testAuditStore('SQLite', openSqliteStore);
