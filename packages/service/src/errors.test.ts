import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commonErrors } from './errors.js';

test('the README explains every common error code with its status', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = [...readme.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map((row) => [row[1], Number(row[2])]);
  expect(rows).toEqual(Object.entries(commonErrors).map(([code, { status }]) => [code, status]));
});
