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
  const told: string[] = [];
  const gone = new AbortController();
  const run = runInTurn(async ({ arguments: { name } }: ToolCall) => {
    told.push(`begin ${name}`);
    await new Promise((resolve) => setImmediate(resolve));
    if (name === 'b') gone.abort(new Error('the client has gone'));
    told.push(`end ${name}`);
    if (name === 'a') throw new Error('failed');
    return { content: [] };
  });
  const calls = [callOf('a'), callOf('b'), callOf('c', gone.signal), callOf('d')].map(run);
  const ends = await Promise.allSettled(calls);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(told).toEqual(['begin a', 'end a', 'begin b', 'end b', 'begin d', 'end d']);
});

it('lets others have a turn before each call', async () => {
  const told: string[] = [];
  const run = runInTurn(async () => {
    told.push('call');
    return { content: [] };
  });
  const calls = Promise.all([run(callOf('a')), run(callOf('b'))]);
  const turn = () => {
    told.push('turn');
    if (told.length < 4) setImmediate(turn);
  };
  setImmediate(turn);
  await calls;
  expect(told.indexOf('turn')).toBeLessThan(told.lastIndexOf('call'));
});
