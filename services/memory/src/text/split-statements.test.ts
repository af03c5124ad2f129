import { describe, expect, it } from 'vitest';
import { splitStatements } from './split-statements.js';

describe('splitStatements', () => {
  it.each([
    ['sentences', 'Use tabs. Never use spaces! Ask Ada.', ['Use tabs.', 'Never use spaces!', 'Ask Ada.']],
    ['no end in versions and names', 'Use Node 20.1 on fly.io today', ['Use Node 20.1 on fly.io today']],
    ['no end in abbreviations', 'Use a linter, e.g. Biome', ['Use a linter, e.g. Biome']],
    ['lists', '- Use tabs\n2) Use LF\n* [x] Use UTC', ['Use tabs', 'Use LF', 'Use UTC']],
    ['code left out', 'Run this:\n```\nrm -rf build\n```\nThen test it', ['Run this:', 'Then test it']],
    ['single words left out', 'Bye!\nUse tabs', ['Use tabs']],
    ['runs too long for a statement', 'word '.repeat(200), []],
    ['nothing', '', []],
  ])('%s', (_, text, expected) => {
    expect(splitStatements(text).map((statement) => statement.text)).toEqual(expected);
  });

  it('headings belong to the statements below them', () => {
    const text = '# Service\n## Production\nUse Postgres\n## Tests\nUse SQLite\n# Team\nAsk Ada';
    expect(splitStatements(text).map(({ headings }) => headings)).toEqual([
      ['Service', 'Production'],
      ['Service', 'Tests'],
      ['Team'],
    ]);
  });

  it.each([
    ['# Storage ##', 'Storage'],
    ['#  Storage  ', 'Storage'],
    ['# Use C#', 'Use C'],
    ['# ##', '##'],
  ])('the heading %j says %j', (heading, said) => {
    expect(splitStatements(`${heading}\nUse Postgres`)[0]!.headings).toEqual([said]);
  });

  it('returns the start of each statement', () => {
    const text = 'Notes\n\n- Use tabs. Use LF.';
    expect(
      splitStatements(text).map(({ text: statement, start }) => text.startsWith(statement, start)),
    ).toEqual([true, true]);
  });

  it('bounds the work', () => {
    expect(splitStatements('Use tabs.\n'.repeat(5_000)).length).toBe(60);
  });
});
