import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bgeSmall } from '../../domain/calibration/bge-small-en-v1.5-int8.js';
import { dot } from '../../domain/meaning/dot.js';
import { testPairJudge } from '../../ports/pair-judge.contract.js';
import type { PairJudge, TextPair } from '../../ports/pair-judge.js';
import type { WordEmbedder, WordVectors } from '../../ports/word-embedder.js';
import { createOnnxEmbedder, type OnnxEmbedder } from '../onnx/onnx-embedder.js';
import { createRuleJudge } from './rule-judge.js';

interface LabelledPair {
  a: string;
  b: string;
  label: 'conflict' | 'duplicate' | 'none';
  kind: string;
  /** A pair that the rules do not see: they must not call it anything else either. */
  missed?: boolean;
}

const fixtures = new URL('../../../fixtures/judging/', import.meta.url);
const pairs = JSON.parse(readFileSync(new URL('pairs.json', fixtures), 'utf8')) as LabelledPair[];
const lists = JSON.parse(readFileSync(new URL('look-alikes.json', fixtures), 'utf8')) as {
  list: string;
  memories: string[];
}[];

let embedder: OnnxEmbedder;
let words: WordEmbedder;
let rules: PairJudge;
beforeAll(async () => {
  embedder = await createOnnxEmbedder({ model: bgeSmall.model, workers: 1 });
  words = { embedWords: embedOnce };
  rules = createRuleJudge({ calibration: bgeSmall, words });
});
afterAll(() => embedder.close());

const embedded = new Map<string, Promise<WordVectors>>();
function embedOnce(text: string): Promise<WordVectors> {
  const vectors = embedded.get(text) ?? embedder.embedWords(text);
  embedded.set(text, vectors);
  return vectors;
}

async function pairOf(a: string, b: string): Promise<TextPair> {
  const [one, other] = [await words.embedWords(a), await words.embedWords(b)];
  return { a: { text: a }, b: { text: b }, cosine: dot(one.vector, other.vector) };
}

/** As an audit does: what contradicts is asked first. */
async function judge(a: string, b: string, lowestCosine = -1) {
  const pair = await pairOf(a, b);
  const found = { ...pair, cosine: Math.max(pair.cosine, lowestCosine) };
  const [contradiction] = await rules.contradiction([found]);
  if (contradiction!.answer === 'yes') return { kind: 'conflict', ...contradiction! };
  const [same] = await rules.sameStatement([found]);
  return same!.answer === 'yes' ? { kind: 'duplicate', ...same! } : { kind: 'none' };
}

testPairJudge('the rules', async () => ({
  judge: rules,
  pairOf,
  sameQuestion: [['How do I boil eggs?', 'What is the best way to boil eggs?']],
  sameStatement: [['Deploys go out on Fridays', 'We deploy on Fridays']],
  contradiction: [
    ['Requests time out after 30 seconds', 'Request timeout is 10 s'],
    ['A dog is running on the beach', 'No dog is running on the beach'],
  ],
  unrelated: [['Use tabs for indentation', 'The office dog is called Bruno']],
}));

describe('labelled pairs', () => {
  it.each([...new Set(pairs.map(({ kind }) => kind))])('%s', async (kind) => {
    const wrong: string[] = [];
    for (const { a, b, label, missed } of pairs.filter((pair) => pair.kind === kind)) {
      const { kind: found } = await judge(a, b);
      if (found !== (missed === true ? 'none' : label)) wrong.push(`${a} | ${b}: ${found}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('memories alike in form', () => {
  it.each(lists)('$list', async ({ memories }) => {
    const alarms: string[] = [];
    for (const [at, a] of memories.entries()) {
      for (const b of memories.slice(at + 1)) {
        const verdict = await judge(a, b);
        if (verdict.kind !== 'none') alarms.push(`${a} | ${b}: ${verdict.kind}`);
      }
    }
    expect(alarms).toEqual([]);
  });
});

describe('evidence', () => {
  it.each([
    [
      'negation',
      'Tests may call the real payment API',
      'Tests should never call the real payment API',
      ["'Tests may call the real payment API' against 'Tests should never call the real payment API'"],
    ],
    [
      'value',
      'Requests time out after 30 seconds',
      'Request timeout is 10 s',
      ["time: '10 s' against '30 seconds'"],
    ],
    [
      'tool',
      'The orders database runs on MySQL',
      'Use Postgres for the orders database',
      ["database: 'MySQL' against 'Postgres'"],
    ],
    [
      'antonym',
      'Writes are done asynchronously',
      'Writes are synchronous',
      ["'asynchronously' against 'synchronous'"],
    ],
    [
      'order',
      'Performance over readability',
      'Readability over performance',
      ["in the other order: 'Performance over readability' against 'Readability over performance'"],
    ],
    [
      'superseded',
      'The API runs on Express',
      'We switched the API from Express to Fastify',
      [
        "'express' was replaced: 'The API runs on Express' against 'We switched the API from Express to Fastify'",
      ],
    ],
  ])('%s', async (reason, a, b, evidence) => {
    const verdict = await judge(a, b);
    expect(verdict).toMatchObject({ kind: 'conflict', reason, evidence });
  });
});

describe('what is shown, and what is left open', () => {
  const answers = async (a: string, b: string) => {
    const pair = { a: { text: a }, b: { text: b }, cosine: 0.9 };
    const [[contradiction], [same]] = [await rules.contradiction([pair]), await rules.sameStatement([pair])];
    return `${contradiction!.answer} ${same!.answer}`;
  };

  it.each([
    [
      'a half that is rejected',
      'yes no',
      'All timestamps are stored in UTC.',
      'All timestamps are stored in local time, not in UTC.',
    ],
    [
      'the other half is rejected',
      'yes no',
      'Bundling uses webpack, not Vite',
      'Bundling uses Vite, not webpack',
    ],
    [
      'another environment',
      'no no',
      'In production idle connections are dropped after 60 s',
      'In staging idle connections are dropped after 300 s',
    ],
    ['another step', 'no no', 'Step 2: wait 10 seconds', 'Step 3: wait 20 seconds'],
    ['another person', 'no no', 'For breakfast Anna takes tea', 'For breakfast Ben takes coffee'],
    ['a question', 'no no', 'Do we page with cursors?', 'We page with offsets'],
    ['one of two', 'open no', 'The button is red or blue', 'The button is red or green'],
    [
      'the way back',
      'open no',
      'Train to Prague: coach 7, seat 41',
      'Train back from Prague: coach 3, seat 15',
    ],
    ['all but one', 'open open', 'Fowler wrote one of the songs', 'Fowler wrote all but one of the songs'],
    [
      'an end in other words',
      'open open',
      'We decided against Hugo for the site',
      'Hugo was ruled out for the site',
    ],
    [
      'another value in the rest',
      'open open',
      'We keep supporting PostgreSQL 16',
      'PostgreSQL 15 support was removed',
    ],
    ['what one likes beside', 'open no', 'I like Python', 'I like Rust'],
    [
      'a least and a most',
      'open no',
      'Passwords have at least 8 characters',
      'Passwords have at most 64 characters',
    ],
    ['other words', 'open open', 'The hourly rate is 95 euros', 'We charge clients 110 for an hour'],
  ])('%s: %s', async (_, expected, a, b) => {
    expect(await answers(a, b)).toBe(expected);
  });

  it('asks for the vectors of words only where two events may deny one another', async () => {
    const ready = createRuleJudge({ calibration: bgeSmall, words: null });
    const pair = { a: { text: 'We use tabs' }, b: { text: 'Nobody knows why' }, cosine: 0.7 };
    const [verdict] = await ready.contradiction([pair]);
    expect([verdict!.answer, verdict!.needs]).toEqual(['open', undefined]);
  });
});

describe('sentences about what is happening', () => {
  it.each([
    ['conflict', 'A man is playing a guitar', 'There is no man playing a guitar'],
    ['conflict', 'The boy is not riding a bicycle', 'A boy is riding a bicycle'],
    ['conflict', 'The group is sitting outside a monument', 'The group is not sitting outside a monument'],
    ['none', 'A dog is running on the road', 'There is no man running on the road'],
    ['none', 'The turtle is following the fish', 'The fish is following the turtle'],
    ['none', 'A boy is standing outside', 'A boy is standing inside'],
  ])('%s: %s | %s', async (kind, a, b) => {
    expect((await judge(a, b)).kind).toBe(kind);
  });
});

describe('long memories', () => {
  const deployment =
    '# Deployment\n\nDeploys go through GitHub Actions. Rollbacks are done by hand.\n\n- The service listens on port 8080\n- Logs are kept for 30 days';
  it('conflict in one statement of each', async () => {
    const other =
      'Notes of the operations team. The service listens on port 3000. Ask Ada for the passwords of the dashboard.';
    expect(await judge(deployment, other, bgeSmall.statements.candidateCosine)).toMatchObject({
      kind: 'conflict',
      reason: 'value',
    });
  });
  it('no conflict below another scope', async () => {
    const staging = '# Staging\n\n- The service listens on port 3000\n- It is reset every night';
    expect((await judge(deployment, staging)).kind).toBe('none');
  });
  it('duplicate only when every statement is said', async () => {
    const reordered =
      '# Deployment\n\n- Logs are kept for 30 days\n- The service listens on port 8080\n\nRollbacks are done by hand. Deploys go through GitHub Actions.';
    expect((await judge(deployment, reordered)).kind).toBe('duplicate');
    expect((await judge(deployment, `${reordered}\n- Alerts go to the on-call phone`)).kind).toBe('none');
  });
  it('code in fences states nothing', async () => {
    const code = '```\nport = 3000 # The service listens on port 3000\n```';
    expect((await judge(code, 'The service listens on port 8080')).kind).toBe('none');
  });
});

describe('what is judged without the model', () => {
  it('nothing below the lowest cosine', async () => {
    const texts = { a: { text: 'Use Postgres for orders' }, b: { text: 'Use MySQL for orders' } };
    const answersAt = async (cosine: number) =>
      (await rules.contradiction([{ ...texts, cosine }])).map(({ answer }) => answer);
    const { candidateCosine } = bgeSmall.statements;
    expect(await answersAt(candidateCosine)).toEqual(['yes']);
    expect(await answersAt(candidateCosine - 0.001)).toEqual(['open']);
  });

  it('everything but events, of which one is denied, with the same verdict', async () => {
    const ready = createRuleJudge({ calibration: bgeSmall, words: null });
    let left = 0;
    for (const { a, b } of pairs) {
      const pair = await pairOf(a, b);
      const [verdict] = await ready.contradiction([pair]);
      if (verdict!.needs === 'words') left++;
      else expect([verdict], `${a} | ${b}`).toEqual(await rules.contradiction([pair]));
      expect(await ready.sameStatement([pair])).toEqual(await rules.sameStatement([pair]));
    }
    expect(left).toBeLessThan(pairs.length / 20);
    const denied = await pairOf('A dog is running on the beach', 'No dog is running on the beach');
    expect(await ready.contradiction([denied])).toMatchObject([{ answer: 'open', needs: 'words' }]);
    expect(await rules.contradiction([denied])).toMatchObject([{ answer: 'yes' }]);
  });

  it('of questions the very same words, and what the words tell apart', async () => {
    const ready = createRuleJudge({ calibration: bgeSmall, words: null });
    const answersOf = async (judged: PairJudge) => {
      const questions = await Promise.all([
        pairOf('How do I boil eggs?', 'how do I boil eggs?'),
        pairOf('How do I mount a volume?', 'How do I unmount a volume?'),
        pairOf('How do I boil eggs?', 'What is the best way to boil eggs?'),
      ]);
      return (await judged.sameQuestion(questions)).map(({ answer }) => answer);
    };
    expect(await answersOf(ready)).toEqual(['yes', 'no', 'open']);
    expect(await answersOf(rules)).toEqual(['yes', 'no', 'yes']);
  });
});

describe('a model of which nothing is known', () => {
  it('leaves open what is not in the same words', async () => {
    const careful = createRuleJudge({ calibration: null, words });
    const same = { a: { text: 'Use tabs' }, b: { text: 'use tabs' }, cosine: 0.99 };
    const other = { a: { text: 'Use tabs' }, b: { text: 'Use spaces' }, cosine: 0.99 };
    const open = { answer: 'open', confidence: 0, evidence: [expect.stringContaining('embedding model')] };
    expect(await careful.sameQuestion([same, other])).toMatchObject([{ answer: 'yes' }, open]);
    expect(await careful.sameStatement([same, other])).toMatchObject([{ answer: 'yes' }, open]);
    expect(await careful.contradiction([same, other])).toMatchObject([{ answer: 'no' }, open]);
  });
});

it('says which of two texts the other one declares replaced', async () => {
  const pair = await pairOf('We switched the API from Express to Fastify', 'The API runs on Express');
  const reversed = { ...pair, a: pair.b, b: pair.a };
  expect(await rules.contradiction([pair, reversed])).toMatchObject([
    { reason: 'superseded', replaced: ['b'] },
    { reason: 'superseded', replaced: ['a'] },
  ]);
});

it('gives way between two pairs', async () => {
  let turns = 0;
  const pair = await pairOf('Use tabs', 'Use spaces');
  const between = async () => void turns++;
  await rules.sameStatement([pair, pair], { between });
  expect(turns).toBe(2);
});

describe('any texts', () => {
  it('both ways round the same', async () => {
    const texts = pairs.flatMap(({ a, b }) => [a, b]);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...pairs), fc.constantFrom(...texts), async ({ a, b }, other) => {
        for (const [one, two] of [
          [a, b],
          [a, other],
        ] as const) {
          expect(unplaced(await judge(two, one))).toEqual(unplaced(await judge(one, two)));
        }
      }),
      { numRuns: 60 },
    );
  });
  it('a text against itself is a duplicate, against its negation never', async () => {
    for (const { a, b, kind } of pairs.filter(({ label }) => label === 'conflict')) {
      expect((await judge(a, a)).kind).toBe('duplicate');
      expect((await judge(a, b)).kind, kind).not.toBe('duplicate');
    }
  });
  it.each([
    ['empty', '', ''],
    ['blank', ' \n ', 'Use tabs'],
    ['64 KiB of one line', 'x '.repeat(32_768), 'Use tabs for indentation'],
    [
      '64 KiB of sentences',
      'Use tabs for indentation. '.repeat(2_600),
      'Use spaces for indentation. '.repeat(2_400),
    ],
    ['code', 'const a = b ?? c; // do not use d', 'for (;;) { a[0x1f]++ }'],
    ['other scripts', '缩进使用制表符', 'Отступы делаются табуляцией'],
    ['lone surrogates', 'Use \ud800 tabs', 'Use \udc00 spaces'],
    ['words of Object.prototype', 'constructor is hasOwnProperty', 'toString is __proto__'],
  ])('%s', async (_, a, b) => {
    const verdict = await judge(a, b);
    expect(['none', 'duplicate', 'conflict']).toContain(verdict.kind);
    expect(unplaced(await judge(b, a))).toEqual(unplaced(verdict));
  });
});

/** Without what is told by the places of the two. */
function unplaced(verdict: object): object {
  return { ...verdict, replaced: null };
}
