import { testErasureStore } from '../../erasure/erasure-store.contract.js';
import { openSqliteStore } from '../../testing/open-sqlite-store.js';

testErasureStore('SQLite', openSqliteStore);
