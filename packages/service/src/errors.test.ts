import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AppError, commonErrors } from './errors.js';

test('the README explains every common error code with its status', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = [...readme.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map((row) => [row[1], Number(row[2])]);
  expect(rows).toEqual(Object.entries(commonErrors).map(([code, { status }]) => [code, status]));
});

test('recognises an AppError of another copy of this module, but no other error, and keeps subclasses apart', async () => {
  const copy = (await import(`${'./errors.js'}?copy`)) as { AppError: typeof AppError };
  expect(new copy.AppError('not_found', 'x')).toBeInstanceOf(AppError);
  expect(copy.AppError).not.toBe(AppError);
  expect(new Error('x')).not.toBeInstanceOf(AppError);
  class Special extends AppError {}
  expect(new AppError('not_found', 'x')).not.toBeInstanceOf(Special);
  expect(new Special('not_found', 'x')).toBeInstanceOf(Special);
});
