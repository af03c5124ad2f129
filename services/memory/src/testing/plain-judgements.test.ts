import { testJudgementStore } from '../ports/judgement-store.contract.js';
import { createPlainJudgements } from './plain-judgements.js';

testJudgementStore('the store in memory', async (most) => ({
  judgements: createPlainJudgements(most),
  close: async () => {},
}));
