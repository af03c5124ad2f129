import { expect, test } from 'vitest';
import { createCallerPlaces } from './caller-slots.js';

const places = () => createCallerPlaces('seats', { trusted: 2, guests: 3, eachGuest: 2 });
const refused = (limit: number) =>
  expect.objectContaining({
    code: 'too_many_requests',
    message: `Expected at most ${limit} seats at a time`,
    headers: { 'retry-after': '5' },
  });

test('a guest uses its own slots only', () => {
  const { take } = places();
  take('ada');
  take('ada');
  expect(() => take('ada')).toThrow(refused(2));
  take('bob');
});

test('guests never use the slots of callers with full rights', () => {
  const { take } = places();
  for (const guest of ['ada', 'bob', 'eve']) take(guest);
  expect(() => take('joe')).toThrow(refused(3));
  take(undefined);
  take(undefined);
  expect(() => take(undefined)).toThrow(refused(2));
});

test.each(['ada', undefined])('a place that %s gave back is free again, once', (caller) => {
  const { take } = places();
  for (let n = 0; n < 10; n++) {
    const giveBack = take(caller);
    giveBack();
    giveBack();
  }
  take(caller);
  take(caller);
  expect(() => take(caller)).toThrow(refused(2));
});
