import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { boundedTexts, madeByCalls } from './bounded-texts.js';
import { collectPatterns, type MakingPlace, type WrittenPattern } from './collect-patterns.js';
import { patternsMade } from './made-patterns.js';
import { measurePatterns } from './measure-patterns.js';

const root = join(import.meta.dirname, '../..');

/** Timeout; only an endless match takes longer. */
const MEASURING_MS = 600_000;

describe('regular expressions of the sources', () => {
  let written: WrittenPattern[];
  let making: MakingPlace[];
  let made: WrittenPattern[];

  beforeAll(async () => {
    ({ written, making } = collectPatterns(root));
    made = await patternsMade(root, making);
  }, 120_000);

  const boundOf = ({ file, source }: WrittenPattern) =>
    boundedTexts.find((text) => file.startsWith(text.where) && (text.source ?? source) === source);

  it('are found, including composed patterns and patterns of schemas', () => {
    expect(written.length).toBeGreaterThan(700);
    expect(made.length).toBeGreaterThan(30);
    const shown = written.find(({ file }) => file.endsWith('/job-schema.ts'));
    expect(shown).toMatchObject({ source: '^https?://', flags: 'u' });
  });

  it('are reported if they are slow', async () => {
    const patterns = [
      ['a run at the end, begun anew at each place', String.raw`\s+$`, ''],
      ['two runs of the same', String.raw`^(\d+\d*)x`, ''],
      ['a beginning at each word', String.raw`\beyJ[\w-]{8,}\.eyJ`, 'g'],
      ['a look ahead from each place', String.raw`,(?![^{]*\})`, ''],
      ['a look behind from each place', '(?<=^[^x]*)y', 'g'],
      ['something in brackets that nothing closes', String.raw`\[pause [^\]]*\]`, 'gi'],
      ['what is tried at every token', String.raw`"(?:[^"\\]|\\.)*"`, 'y'],
    ] as const;
    const faults = await measurePatterns(patterns.map(([id, source, flags]) => ({ id, source, flags })));
    expect(faults.map(({ id }) => id)).toEqual(patterns.map(([id]) => id));
  }, 60_000);

  it('would be found: a match that does not end', async () => {
    const endless = { id: 'endless', source: '^(?:a+)+$', flags: '' };
    expect(await measurePatterns([endless], 2_000)).toMatchObject([
      { id: 'endless', found: 'it did not end' },
    ]);
  }, 60_000);

  it('are all known, including patterns that calls create', () => {
    const unknown = making.filter(
      ({ file, line }) =>
        !made.some((pattern) => pattern.file === file && pattern.line === line) &&
        !madeByCalls.some((pattern) => pattern.file === file),
    );
    expect(unknown, 'add what they make to madeByCalls').toEqual([]);
    const files = new Set(making.map(({ file }) => file));
    expect(
      madeByCalls.filter(({ file }) => !files.has(file)),
      'stale',
    ).toEqual([]);
  });

  it('excuse only patterns that are there', () => {
    const stale = boundedTexts.filter(
      (text) => ![...written, ...made].some((pattern) => boundOf(pattern) === text),
    );
    expect(stale).toEqual([]);
  });

  it(
    'take no more than time in proportion to texts made to hurt them',
    async () => {
      const all = [...written, ...made, ...madeByCalls.map((pattern) => ({ ...pattern, line: 0 }))];
      const distinct = new Map(
        all.map((pattern) => {
          const longest = boundOf(pattern)?.longest;
          const id = `/${pattern.source}/${pattern.flags} in ${pattern.file}:${pattern.line}`;
          const { source, flags } = pattern;
          return [`${source}/${flags}/${longest}`, { id, source, flags, ...(longest && { longest }) }];
        }),
      );
      expect(await measurePatterns([...distinct.values()])).toEqual([]);
    },
    MEASURING_MS,
  );
});
