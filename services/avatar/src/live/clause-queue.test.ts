import { createClauseCutter } from '@anima/speech';
import { expect, it } from 'vitest';
import { createClauseQueue } from './clause-queue.js';

const never = new AbortController().signal;
const LONG = 'This is a sentence of some length, and here it ends. '.repeat(100);

it('cuts no further than the next clause needs', async () => {
  let characters = 0;
  const cutter = createClauseCutter();
  const queue = createClauseQueue({
    ...cutter,
    push(piece) {
      characters += piece.length;
      return cutter.push(piece);
    },
  });
  queue.push(LONG);
  queue.end();
  expect(characters).toBe(0);
  expect((await queue.next(never))!.text).toMatch(/^This is a sentence/);
  expect(characters).toBeLessThan(1_000);
  let text = '';
  for (let clause = await queue.next(never); clause !== null; clause = await queue.next(never))
    text += clause.text;
  expect(text.length).toBeGreaterThan(LONG.length - 100);
});

it('cuts a long text in the same places as its pieces, and no character in two', async () => {
  const text = `${'\u{1f600}'.repeat(150)} One. ${LONG}`;
  async function clausesOf(pieces: readonly string[]) {
    const queue = createClauseQueue(createClauseCutter());
    for (const piece of pieces) queue.push(piece);
    queue.end();
    const clauses: string[] = [];
    for (let clause = await queue.next(never); clause !== null; clause = await queue.next(never))
      clauses.push(clause.text);
    return clauses;
  }
  const whole = await clausesOf([text]);
  expect(whole.join('')).toBe(text);
  expect(whole).toEqual(await clausesOf([...text]));
});
