import { expect, it } from 'vitest';
import { createLatestTurns } from './latest-turns.js';

const turn = (content: string) => ({ speaker: null, content });

it('gives each turn the one that arrived before it, and lets it pass only after that one', async () => {
  const latestTurns = createLatestTurns((conversation) => (conversation === 'old' ? turn('stored') : null));
  const first = latestTurns.enter('a', turn('one'));
  const second = latestTurns.enter('a', turn('two'));
  const third = latestTurns.enter('a', turn('three'));
  expect(await first.previous).toBe(null);
  expect(await second.previous).toEqual(turn('one'));
  expect(await third.previous).toEqual(turn('two'));
  expect(await latestTurns.enter('old', turn('new')).previous).toEqual(turn('stored'));

  const passed: string[] = [];
  const waiting = [
    first.turnCame.then(() => passed.push('one')),
    second.turnCame.then(() => passed.push('two')),
    third.turnCame.then(() => passed.push('three')),
  ];
  // The second is ready before the first: it waits all the same, and so does the third behind both.
  second.leave(true);
  await waiting[0];
  expect(passed).toEqual(['one']);
  first.leave(true);
  await Promise.all(waiting);
  expect(passed).toEqual(['one', 'two', 'three']);
});

it('does not use a rejected turn as the previous turn', async () => {
  const latestTurns = createLatestTurns(() => null);
  latestTurns.enter('a', turn('refused')).leave(false);
  const first = latestTurns.enter('a', turn('one'));
  expect(await first.previous).toBe(null);
  first.leave(true);
  const refused = latestTurns.enter('a', turn('refused'));
  refused.leave(false);
  expect(await latestTurns.enter('a', turn('two')).previous).toEqual(turn('one'));
  // A turn that came in the meantime has answered it, and later turns answer that turn.
  const late = latestTurns.enter('a', turn('late'));
  const last = latestTurns.enter('a', turn('last'));
  late.leave(false);
  last.leave(true);
  expect(await latestTurns.enter('a', turn('next')).previous).toEqual(turn('last'));
});

it('asks the store again after each turn where other processes write to it', async () => {
  let stored = turn('of another process');
  const latestTurns = createLatestTurns(() => stored, { isShared: true });
  const first = latestTurns.enter('a', turn('one'));
  const second = latestTurns.enter('a', turn('two'));
  expect(await first.previous).toEqual(turn('of another process'));
  expect(await second.previous).toEqual(turn('one'));
  first.leave(true);
  second.leave(true);
  stored = turn('three');
  expect(await latestTurns.enter('a', turn('four')).previous).toEqual(turn('three'));
});
