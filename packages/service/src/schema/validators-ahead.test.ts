import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createValidatorsAhead } from './validators-ahead.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Of a route with a rule that cannot be compiled: that it was tried shows. */
const misspelt = (name: string) => ({
  schema: { type: 'string', [name]: 1 },
  method: 'GET',
  url: '/',
  httpPart: 'body',
});

it('compiles what nobody has asked some time after the service listens', () => {
  const validators = createValidatorsAhead();
  const validate = validators.compile({ ...misspelt('maxLength'), httpPart: 'body' });
  validators.compile(misspelt('notARule'));
  vi.advanceTimersByTime(60_000);
  validators.begin();
  vi.advanceTimersByTime(2_000);
  expect(validate('ab')).toHaveProperty('error');
  expect(() => vi.advanceTimersByTime(2_000)).toThrow('notARule');
});

it('compiles nothing of a service that has closed', () => {
  const validators = createValidatorsAhead();
  validators.compile(misspelt('alsoNoRule'));
  validators.begin();
  validators.end();
  vi.advanceTimersByTime(60_000);
});
