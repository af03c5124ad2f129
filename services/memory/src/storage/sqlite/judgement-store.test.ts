import { testJudgementStore } from '../../relations/judgement-store.contract.js';
import { openSqliteStore } from '../../testing/open-sqlite-store.js';
import { createSqliteJudgementStore } from './judgement-store.js';

testJudgementStore('SQLite', async (most) => {
  const opened = openSqliteStore();
  return { judgements: createSqliteJudgementStore({ ...opened, most }), close: opened.dispose };
});
