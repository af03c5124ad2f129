import { expect, it } from 'vitest';
import { runInTurn } from './http-handler.js';
import type { ToolCall } from './mcp-server.js';

const callOf = (name: string, signal = new AbortController().signal): ToolCall => ({
  name: 'get',
  arguments: { name },
  agentId: 'ann',
  confinedAgent: null,
  canSample: false,
  sampled: null,
  signal,
});

it('runs one call at a time, in order, whatever becomes of the others', async () => {
  const finished: string[] = [];
  const gone = new AbortController();
  const run = runInTurn(async ({ arguments: { name } }: ToolCall) => {
    finished.push(`begin ${name}`);
    await new Promise((resolve) => setImmediate(resolve));
    if (name === 'b') gone.abort(new Error('the client has gone'));
    finished.push(`end ${name}`);
    if (name === 'a') throw new Error('failed');
    return { content: [] };
  });
  const calls = [callOf('a'), callOf('b'), callOf('c', gone.signal), callOf('d')].map(run);
  const ends = await Promise.allSettled(calls);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(finished).toEqual(['begin a', 'end a', 'begin b', 'end b', 'begin d', 'end d']);
});

it('lets others have a turn before each call', async () => {
  const finished: string[] = [];
  const run = runInTurn(async () => {
    finished.push('call');
    return { content: [] };
  });
  const calls = Promise.all([run(callOf('a')), run(callOf('b'))]);
  const turn = () => {
    finished.push('turn');
    if (finished.length < 4) setImmediate(turn);
  };
  setImmediate(turn);
  await calls;
  expect(finished.indexOf('turn')).toBeLessThan(finished.lastIndexOf('call'));
});
