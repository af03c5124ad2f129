import { expect, it } from 'vitest';
import { createBackOff } from './back-off.js';

it('waits twice as long each time, up to half a minute, until a session has lasted', () => {
  const backOff = createBackOff(() => 0.5);
  const waits = Array.from({ length: 9 }, () => backOff.next());
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  backOff.lasted(9_999);
  expect(backOff.next()).toBe(30_000);
  backOff.lasted(10_000);
  expect(backOff.next()).toBe(500);
  expect(new Set(Array.from({ length: 5 }, () => createBackOff().next())).size).toBeGreaterThan(1);
});
