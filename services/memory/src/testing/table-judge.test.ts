import { testPairJudge } from '../judge/pair-judge.contract.js';
import { createTableJudge } from './table-judge.js';

const same = ['Who deploys?', 'Who does the deploys?'] as const;
const pair = ['We deploy on Fridays', 'Deploys go out on Fridays'] as const;
const clash = ['Use tabs', 'Use spaces'] as const;

testPairJudge('the judge in memory', async () => ({
  judge: createTableJudge([
    { texts: same, sameQuestion: true },
    { texts: pair, sameStatement: true },
    { texts: clash, contradiction: 'choice' },
  ]),
  pairOf: async (a, b) => ({ a: { text: a }, b: { text: b }, cosine: 0.9 }),
  sameQuestion: [same],
  sameStatement: [pair],
  contradiction: [clash],
  unrelated: [['Use tabs', 'The office dog is called Bruno']],
}));
