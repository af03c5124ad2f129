import { testArchiveStore } from '../../ports/archive-store.contract.js';
import { openSqliteStore } from '../../testing/open-sqlite-store.js';

testArchiveStore('SQLite', openSqliteStore);
