import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHighlighter } from './highlights.js';

const highlight = (content: string, query: string) => createHighlighter(query)(content);

const filler = 'Nothing of interest is told in this sentence about other things. '.repeat(6);

describe('highlight', () => {
  it('marks words by their stem', () => {
    const [first] = highlight('We migrated two databases.', 'database migrations');
    expect(first!.text).toBe('We migrated two databases.');
    expect(first!.ranges.map(([start, end]) => first!.text.slice(start, end))).toEqual([
      'migrated',
      'databases',
    ]);
  });

  it('puts the fragment with most different words first, at most three', () => {
    const content = `${filler}A dog.${filler}The dog bit the postman.${filler}A postman.${filler}A dog.${filler}`;
    const fragments = highlight(content, 'dog postman');
    expect(fragments).toHaveLength(3);
    expect(fragments[0]!.ranges).toHaveLength(2);
    for (const { text } of fragments) expect(text.length).toBeLessThanOrEqual(160);
  });

  it('marks an identifier once, not again by its parts', () => {
    expect(highlight('See KX-4471 now', 'KX-4471')[0]!.ranges).toEqual([[4, 11]]);
  });

  it('has nothing to show without a match', () => {
    expect(highlight('A text', 'unrelated')).toEqual([]);
    expect(highlight('A text', 'the')).toEqual([]);
    expect(highlight('', 'word')).toEqual([]);
  });

  it('gives pieces of the content with ranges inside', () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma', '猫が好き', '😀', 'KX-44', '\n');
    const text = fc.array(word, { maxLength: 80 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (content, query) => {
        for (const { text: fragment, ranges } of highlight(content, query)) {
          expect(content).toContain(fragment);
          let last = 0;
          for (const [start, end] of ranges) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeGreaterThan(start);
            last = end;
          }
          expect(ranges.length).toBeGreaterThan(0);
          expect(last).toBeLessThanOrEqual(fragment.length);
        }
      }),
    );
  });
});
