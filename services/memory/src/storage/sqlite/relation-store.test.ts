import { testRelationStore } from '../../relations/relation-store.contract.js';
import { openSqliteStore } from '../../testing/open-sqlite-store.js';

testRelationStore('SQLite', openSqliteStore);
