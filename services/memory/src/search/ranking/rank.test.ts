import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createArraySource, type PlainMemory } from '../../testing/array-signal-source.js';
import { penaliseFollowers } from './conversation-score.js';
import { rankMemories } from './rank.js';

const NOW = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;
const vector = new Float32Array(1);

function rank(text: string, memories: readonly PlainMemory[], limit = 10) {
  const rows = Uint32Array.from(memories.keys());
  return rankMemories({ text, vector }, createArraySource(memories), rows, { limit, now: NOW });
}
const order = (text: string, memories: readonly PlainMemory[]) => rank(text, memories).map(({ row }) => row);

describe('rankMemories on notes', () => {
  it('puts words and meaning together', () => {
    const memories = [
      { content: 'The cat sleeps', semantic: 0.4 },
      { content: 'Postgres holds the orders', semantic: 0.7 },
      { content: 'Orders are blue', semantic: 0.4 },
    ];
    expect(order('where are orders in postgres', memories)[0]).toBe(1);
  });

  it('lets the exact identifier win over everything else', () => {
    const memories = [
      { content: 'Ticket KX-4417 was about the deadlock of workers', semantic: 0.9, importance: 1 },
      { content: 'See KX-4471', semantic: 0.1, importance: 0, occurredAt: NOW - 900 * DAY },
      { content: 'What was the ticket about?', semantic: 0.8 },
    ];
    expect(order('What was ticket KX-4471 about?', memories)[0]).toBe(1);
  });

  it('lets a memory with one of several identifiers come before those with none', () => {
    const memories = [
      { content: 'What do tickets have in common?', semantic: 0.95 },
      { content: 'AB-11 and CD-22', semantic: -0.2 },
      { content: 'CD-22', semantic: -0.2 },
      { content: 'Tickets are common', semantic: 0.9 },
    ];
    const queried = 'What do tickets AB-11, CD-22, EF-33, GH-44, IJ-55 and KL-66 have in common?';
    expect(order(queried, memories).slice(0, 2)).toEqual([1, 2]);
  });

  it('lets a quoted phrase win', () => {
    const memories = [
      { content: 'The writer came last and wins a prize for writing', semantic: 0.3 },
      { content: 'A writer writes and writes', semantic: 0.9 },
    ];
    expect(order('who wrote "last writer wins"', memories)[0]).toBe(0);
  });

  it('goes by meaning alone when the question has no terms', () => {
    expect(
      order('who are we?', [
        { content: 'a', semantic: 0.2 },
        { content: 'b', semantic: 0.9 },
      ]),
    ).toEqual([1, 0]);
  });

  it('goes by words alone without a vector', () => {
    const source = createArraySource([{ content: 'red' }, { content: 'blue' }]);
    const ranked = rankMemories({ text: 'blue', vector: null }, source, new Uint32Array([0, 1]), {
      limit: 1,
      now: NOW,
    });
    expect(ranked[0]!.row).toBe(1);
  });

  it('orders equals by importance, then by date, and never buries a clear match', () => {
    const equal = { content: 'the same text', semantic: 0.5 };
    expect(
      order('text', [
        { ...equal, importance: 0.1 },
        { ...equal, importance: 0.9 },
      ]),
    ).toEqual([1, 0]);
    expect(order('text', [equal, { ...equal, occurredAt: NOW }])).toEqual([1, 0]);
    expect(order('text', [equal, equal, equal])).toEqual([2, 1, 0]);
    const clear = { content: 'Zebra crossing rules', semantic: 0.75, importance: 0, occurredAt: 0 };
    const others = Array.from({ length: 20 }, (_, at) => ({
      content: `note ${at} on rules`,
      semantic: 0.5,
      importance: 1,
      occurredAt: NOW,
    }));
    expect(order('zebra crossing', [clear, ...others])[0]).toBe(0);
  });
});

describe('rankMemories with a query that the model does not understand', () => {
  it('ranks by words and reports the cosines', () => {
    const source = createArraySource([
      { content: '猫が好き', semantic: 0.2 },
      { content: '犬が好き', semantic: 0.9 },
    ]);
    const rows = new Uint32Array([0, 1]);
    const query = { text: '猫', vector, isUnderstood: false };
    const ranked = rankMemories(query, source, rows, { limit: 2, now: NOW });
    expect(ranked.map(({ row }) => row)).toEqual([0, 1]);
    expect(ranked[1]!.parts.semantic).toBeCloseTo(0.9);
  });
});

describe('rankMemories on conversations', () => {
  const message = (speaker: string, content: string, rest: Partial<PlainMemory> = {}): PlainMemory => ({
    content,
    speaker,
    conversation: 'one',
    occurredAt: Date.UTC(2023, 4, 8),
    semantic: 0.5,
    context: 0.5,
    ...rest,
  });
  const chat = [
    message('Ann', 'Which instrument do you play?', { semantic: 0.7 }),
    message('Tom', 'The cello, for nine years.', { context: 0.7 }),
    message('Ann', 'Wow, great!'),
    message('Tom', 'It rained in Ghent.'),
    message('Ann', 'We ate soup and bread.'),
    message('Tom', 'My car is at the garage.'),
  ];

  it('prefers the answer to the question in the conversation', () => {
    expect(order('Which instrument does Tom play?', chat)[0]).toBe(1);
  });

  it('prefers the date the question names', () => {
    const memories = [
      message('Tom', 'I bought a cello.', { conversation: 'a', occurredAt: Date.UTC(2023, 1, 8) }),
      message('Tom', 'I bought a cello.', { conversation: 'b', occurredAt: Date.UTC(2023, 6, 8) }),
      message('Tom', 'I bought a cello.', { conversation: 'c', occurredAt: Date.UTC(2023, 10, 8) }),
    ];
    expect(order('What did Tom buy in July 2023?', memories)[0]).toBe(1);
  });

  it('prefers the best turn of another conversation to a similar second turn', () => {
    const scores = Float32Array.of(3, 2.8, 2.6, 1);
    penaliseFollowers(scores, (at) => [0, 0, 1, 1][at]!);
    expect([...scores.keys()].sort((a, b) => scores[b]! - scores[a]!)).toEqual([0, 2, 1, 3]);
  });

  it('does not count a neighbour that did not pass the filter', () => {
    const source = createArraySource(chat);
    const rows = new Uint32Array([1, 3, 5]);
    const ranked = rankMemories({ text: 'Which instrument?', vector }, source, rows, { limit: 9, now: NOW });
    expect(ranked.map(({ row }) => row).sort()).toEqual([1, 3, 5]);
  });
});

describe('rankMemories on anything', () => {
  const memory = fc.record<PlainMemory>(
    {
      content: fc.constantFrom(
        'red cat',
        'blue dog?',
        'KX-44 yesterday',
        '',
        'the',
        'in Ghent 5 times',
        '猫が好き',
      ),
      speaker: fc.constantFrom('Ann', 'Tom'),
      conversation: fc.constantFrom('one', 'two'),
      occurredAt: fc.integer({ min: 0, max: NOW }),
      importance: fc.constantFrom(0, 0.5, 1),
      semantic: fc.constantFrom(-0.1, 0, 0.3, 0.9),
      context: fc.constantFrom(0, 0.8),
    },
    { requiredKeys: ['content'] },
  );
  const question = fc.constantFrom(
    'Ann?',
    'When was the cat in Ghent in May 2023?',
    'KX-44',
    '',
    'the',
    '猫',
    '"red cat"',
  );

  it('returns min(n, limit) different rows, scores falling within (0, 1), the same each time', () => {
    fc.assert(
      fc.property(fc.array(memory, { maxLength: 30 }), question, fc.nat(40), (memories, text, limit) => {
        const rows = Uint32Array.from(memories.keys()).filter((row) => row % 3 !== 0);
        const source = createArraySource(memories);
        const ranked = rankMemories({ text, vector }, source, rows, { limit, now: NOW });
        expect(ranked).toHaveLength(Math.min(rows.length, limit));
        expect(new Set(ranked.map(({ row }) => row)).size).toBe(ranked.length);
        let last = 1;
        for (const { row, score, parts } of ranked) {
          expect(rows).toContain(row);
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThan(1);
          expect(score).toBeLessThanOrEqual(last);
          for (const part of Object.values(parts)) expect(part >= 0 && part <= 1).toBe(true);
          last = score;
        }
        expect(rankMemories({ text, vector }, source, rows, { limit, now: NOW })).toEqual(ranked);
      }),
    );
  });
});
