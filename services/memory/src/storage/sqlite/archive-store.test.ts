import { testArchiveStore } from '../../archive/archive-store.contract.js';
import { openSqliteStore } from '../../testing/open-sqlite-store.js';

testArchiveStore('SQLite', openSqliteStore);
