import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeContents } from './merge-content.js';

describe('merging contents', () => {
  it.each<[string, string[], string]>([
    ['equal texts are one', ['Use Postgres.', 'use Postgres', 'Use  Postgres'], 'Use Postgres.'],
    [
      'what only one says is kept',
      ['Use Postgres. Port 5432.', 'Use Postgres. Backups run at 3:00.'],
      'Use Postgres. Port 5432.\nBackups run at 3:00.',
    ],
    [
      'a part of a sentence is not the sentence',
      ['Never deploy on Friday', 'Deploy on Friday'],
      'Never deploy on Friday\nDeploy on Friday',
    ],
    ['capitals inside are names', ['use US hosts', 'use us hosts'], 'use US hosts\nuse us hosts'],
    ['a question is not its answer', ['Use tabs', 'Use tabs?'], 'Use tabs\nUse tabs?'],
    [
      'lists keep their marks',
      ['Steps:\n- build\n- test', 'Steps:\n- build\n  - lint first\n1. ship'],
      'Steps:\n- build\n- test\n  - lint first\n1. ship',
    ],
    [
      'code is one piece, white space and all',
      ['Run it', 'Run it\n```sh\nmake  all\n```\nThen rest.', '```sh\nmake all\n```'],
      'Run it\n```sh\nmake  all\n```\nThen rest.\n```sh\nmake all\n```',
    ],
    ['an open fence is closed', ['a\n```\nb', 'c'], 'a\n```\nb\n```\nc'],
    [
      'three texts',
      ['One is up.', 'Two is up.', 'One is up. Six is up. Two is up.'],
      'One is up.\nTwo is up.\nSix is up.',
    ],
    [
      'marks inside of a line open no code',
      ['One is up.', 'One is up. ``` is a fence.'],
      'One is up.\nOne is up. ``` is a fence.',
    ],
    [
      'a line whose sentences would run into one without what is said',
      ['Use x!', 'Friday. Use x! x!'],
      'Use x!\nFriday. Use x! x!',
    ],
    ['nothing', ['', ' \n'], ''],
  ])('%s', (_name, contents, merged) => {
    expect(mergeContents(contents)).toBe(merged);
  });

  it('loses no word of any text, and merging again adds nothing', () => {
    const word = fc.constantFrom(
      'Use',
      'not',
      'port',
      '5432',
      '5433',
      'Friday.',
      'never',
      '-',
      '```',
      '\n',
      'API',
      'x!',
    );
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (contents) => {
        const merged = mergeContents(contents);
        const words = new Set(merged.toLowerCase().split(/[\s.!]+/));
        for (const content of contents) {
          for (const each of content.toLowerCase().split(/[\s.!]+/)) {
            if (/\w/.test(each)) expect(words).toContain(each);
          }
        }
        expect(mergeContents([merged, ...contents])).toBe(merged);
      }),
      { numRuns: 3_000 },
    );
  });

  it('does not split characters of a line without an end', () => {
    const line = `a${'😀'.repeat(5_000)}`;
    expect(mergeContents([line, `${line} More.`]).isWellFormed()).toBe(true);
    expect(mergeContents([line, line])).toBe(line);
  });
});
