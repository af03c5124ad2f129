import { expect, it } from 'vitest';
import { memoryAddress } from './addresses.js';

it.each([
  ['', { agentId: 'cli' }],
  ['c2VjcmV0==', { agentId: 'cli', token: 'c2VjcmV0==' }],
  ['ada=c2Vj==', { agentId: 'ada', token: 'c2Vj==' }],
  ['ada=one, two', { agentId: 'cli', token: 'two' }],
])('of the tokens %j, as the service knows them, comes %o', (tokens, expected) => {
  const url = 'http://127.0.0.1:9090';
  expect(memoryAddress({ MEMORY_API_TOKEN: tokens }, {})).toEqual({ url, ...expected });
});
