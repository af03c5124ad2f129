import { readFileSync } from 'node:fs';
import { createEmbedder, type Embedder, openModel } from '@anima/inference';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DescribedText, describeText } from '../meaning/describe-text.js';
import type { MemoryType } from '../memory/memory.js';
import { CANDIDATE_COSINE, judgePair, judgeReadily, type Verdict } from './judge-pair.js';

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

let embedder: Embedder;
const described = new Map<string, DescribedText>();
beforeAll(async () => {
  const { dir } = await openModel('bge-small-en-v1.5-int8');
  embedder = await createEmbedder({ modelDir: dir });
});
afterAll(() => embedder.close());

async function describeOnce(text: string): Promise<DescribedText> {
  const known = described.get(text);
  if (known !== undefined) return known;
  const found = describeText(text, await embedder.embedTokens(text));
  described.set(text, found);
  return found;
}

async function judge(a: string, b: string, type: MemoryType = 'decision'): Promise<Verdict> {
  return judgePair(await describeOnce(a), await describeOnce(b), { types: [type, type] });
}

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

describe('sentences about what is happening', () => {
  it.each([
    ['conflict', 'A man is playing a guitar', 'There is no man playing a guitar'],
    ['conflict', 'The boy is not riding a bicycle', 'A boy is riding a bicycle'],
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
    expect(await judge(deployment, other)).toMatchObject({ kind: 'conflict', reason: 'value' });
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
  const kindOf = (a: string, b: string, types: [MemoryType, MemoryType], cosine: number) =>
    judgeReadily({ text: a, type: types[0] }, { text: b, type: types[1] }, cosine)?.kind ?? null;

  it('conflicts are of decisions and preferences', async () => {
    const [a, b] = ['Backups are kept for 30 days', 'Keep backups for 90 days'] as const;
    expect((await judge(a, b, 'preference')).kind).toBe('conflict');
    expect((await judge(a, b, 'fact')).kind).toBe('none');
    expect(kindOf(a, b, ['decision', 'preference'], 0.86)).toBe('conflict');
    expect(kindOf(a, b, ['decision', 'error'], 0.86)).toBe('none');
  });
  it('nothing below the candidate cosine', () => {
    const [a, b] = ['Use Postgres for orders', 'Use MySQL for orders'] as const;
    expect(kindOf(a, b, ['decision', 'decision'], CANDIDATE_COSINE)).toBe('conflict');
    expect(kindOf(a, b, ['decision', 'decision'], CANDIDATE_COSINE - 0.001)).toBe('none');
  });
  it('everything but events, of which one is denied, with the same verdict', async () => {
    let left = 0;
    for (const { a, b } of pairs) {
      const [one, other] = [await describeOnce(a), await describeOnce(b)];
      const cosine = one.vector.reduce((sum, value, at) => sum + value * other.vector[at]!, 0);
      const readily = kindOf(a, b, ['decision', 'decision'], cosine);
      const described = judgePair(one, other, { types: ['decision', 'decision'] }).kind;
      if (readily === null) left++;
      else expect(readily, `${a} | ${b}`).toBe(cosine < CANDIDATE_COSINE ? 'none' : described);
    }
    expect(left).toBeLessThan(pairs.length / 20);
    const [a, b] = ['A dog is running on the beach', 'No dog is running on the beach'] as const;
    expect(kindOf(a, b, ['decision', 'decision'], 0.8)).toBeNull();
    expect((await judge(a, b, 'decision')).kind).toBe('conflict');
  });
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
          expect(await judge(two, one)).toEqual(await judge(one, two));
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
    expect(await judge(b, a)).toEqual(verdict);
  });
});
