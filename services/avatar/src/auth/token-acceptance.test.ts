import { describe, expect, it } from 'vitest';
import { goodUntil, readIntrospection, type TokenDemands } from './token-acceptance.js';

const NOW = 1_700_000_000_000;
const seconds = NOW / 1000;
const anything: TokenDemands = { audience: null, scopes: [] };
const ours: TokenDemands = { audience: 'avatar', scopes: ['speak', 'see'] };

describe('the answer of an authentication server', () => {
  it.each([
    [{ ok: true }],
    [[true]],
    [null],
    ['active'],
    [{ active: 'true' }],
    [{ active: 1 }],
    [{ active: true, exp: '1' }],
    [{ active: true, exp: null }],
    [{ active: true, exp: [4_000_000_000] }],
    [{ active: true, nbf: '0' }],
    [{ active: true, aud: 7 }],
    [{ active: true, aud: ['avatar', 7] }],
    [{ active: true, scope: ['speak'] }],
  ])('%j is none', (answer) => {
    expect(readIntrospection(answer)).toBeNull();
  });

  it.each([
    [{ active: true }, anything, Number.POSITIVE_INFINITY],
    [{ active: false }, anything, null],
    [{ active: true, exp: seconds + 5 }, anything, NOW + 5_000],
    [{ active: true, exp: seconds }, anything, null],
    [{ active: true, exp: 1 }, anything, null],
    [{ active: true, exp: -1 }, anything, null],
    [{ active: true, nbf: seconds }, anything, Number.POSITIVE_INFINITY],
    [{ active: true, nbf: seconds + 1 }, anything, null],
    [{ active: true, aud: 'avatar', scope: 'see speak' }, ours, Number.POSITIVE_INFINITY],
    [{ active: true, aud: ['memory', 'avatar'], scope: 'speak read see' }, ours, Number.POSITIVE_INFINITY],
    [{ active: true, scope: 'see speak' }, ours, null],
    [{ active: true, aud: 'memory', scope: 'see speak' }, ours, null],
    [{ active: true, aud: 'avatar2', scope: 'see speak' }, ours, null],
    [{ active: true, aud: [], scope: 'see speak' }, ours, null],
    [{ active: true, aud: 'avatar', scope: 'speak' }, ours, null],
    [{ active: true, aud: 'avatar', scope: 'speaker see' }, ours, null],
    [{ active: true, aud: 'avatar' }, ours, null],
    [{ active: false, aud: 'avatar', scope: 'see speak' }, ours, null],
  ])('%j with %j is good until %s', (answer, demands, until) => {
    expect(goodUntil(readIntrospection(answer)!, demands, NOW)).toBe(until);
  });
});
