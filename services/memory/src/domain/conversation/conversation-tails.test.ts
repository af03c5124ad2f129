import { expect, it } from 'vitest';
import { createConversationTails } from './conversation-tails.js';

const turn = (content: string) => ({ speaker: null, content });

it('gives each turn the one that arrived before it, and lets it pass only after that one', async () => {
  const tails = createConversationTails((conversation) => (conversation === 'old' ? turn('stored') : null));
  const first = tails.enter('a', turn('one'));
  const second = tails.enter('a', turn('two'));
  const third = tails.enter('a', turn('three'));
  expect(await first.previous).toBe(null);
  expect(await second.previous).toEqual(turn('one'));
  expect(await third.previous).toEqual(turn('two'));
  expect(await tails.enter('old', turn('new')).previous).toEqual(turn('stored'));

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

it('takes no turn that was refused for the one before the next', async () => {
  const tails = createConversationTails(() => null);
  tails.enter('a', turn('refused')).leave(false);
  const first = tails.enter('a', turn('one'));
  expect(await first.previous).toBe(null);
  first.leave(true);
  const refused = tails.enter('a', turn('refused'));
  refused.leave(false);
  expect(await tails.enter('a', turn('two')).previous).toEqual(turn('one'));
  // A turn that came in the meantime has answered it, and later turns answer that turn.
  const late = tails.enter('a', turn('late'));
  const last = tails.enter('a', turn('last'));
  late.leave(false);
  last.leave(true);
  expect(await tails.enter('a', turn('next')).previous).toEqual(turn('last'));
});

it('asks the store again after each turn where other processes write to it', async () => {
  let stored = turn('of another process');
  const tails = createConversationTails(() => stored, { isShared: true });
  const first = tails.enter('a', turn('one'));
  const second = tails.enter('a', turn('two'));
  expect(await first.previous).toEqual(turn('of another process'));
  expect(await second.previous).toEqual(turn('one'));
  first.leave(true);
  second.leave(true);
  stored = turn('three');
  expect(await tails.enter('a', turn('four')).previous).toEqual(turn('three'));
});
