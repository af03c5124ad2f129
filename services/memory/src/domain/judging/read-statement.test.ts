import { describe, expect, it } from 'vitest';
import { readWords } from '../meaning/words.js';
import { readStatement } from './read-statement.js';

describe('readStatement', () => {
  it.each([
    ['Use Postgres in production', ['environment production']],
    ['Unit tests use Vitest', []],
    ['In tests the clock is frozen', ['environment test']],
    ['After the migration writes go to one database', ['occasion migration, after']],
    ['Step 2: run the migration', ['step 2']],
    ['1.4.0: added dark mode', ['at 1.4.0']],
    ['On Monday the queue was full', ['weekday monday']],
    ['On 3 March the deploy failed', ['date march 3']],
    ['The deadline is 3 March', []],
  ])('the scope of "%s"', (text, scopes) => {
    expect(readStatement(text).scopes).toEqual(scopes);
  });

  it('takes the scope of its headings', () => {
    expect(readStatement('Use port 443', ['Setup', 'Staging']).scopes).toEqual(['environment staging']);
  });

  it.each([
    ['Do not use Express', true],
    ['We no longer use Gulp', true],
    ['Default exports are forbidden', true],
    ['We dropped support for Node 16', true],
    ['Default exports are not forbidden', false],
    ['No more than five items', false],
    ['The log is written when the job stops', false],
  ])('whether "%s" denies', (text, isDenied) => {
    expect(readStatement(text).isDenied).toBe(isDenied);
  });

  it.each([
    ['Use React Native and GitHub Actions', ['react native', 'github actions']],
    ['Postgresql or PostgreSQL or pg', ['postgres', 'postgres', 'postgres']],
    ['Go home and express yourself', []],
    ['The API is written in Go', ['go']],
    ['Dates are formatted as YYYY-MM-DD', ['yyyy mm dd']],
  ])('the choices of "%s"', (text, names) => {
    expect(readStatement(text).choices.map((at) => readWords(text)[at]!.thing!.name)).toEqual(names);
  });

  it.each([
    ['Hey John, long time no see', true],
    ['Do we use tabs?', true],
    ['We use tabs', false],
  ])('whether "%s" is talk', (text, isTalk) => {
    expect(readStatement(text).isTalk).toBe(isTalk);
  });
});
