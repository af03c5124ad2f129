import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commandReference } from './reference.js';
import { createProgram } from './run.js';

it('docs/command-line.md matches the commands (update: node packages/cli/generate-reference.mjs)', async () => {
  const { stdin: input, stdout: out, stderr: err } = process;
  const io = { env: {}, input, out, err, signal: new AbortController().signal };
  const { program } = createProgram(io);
  const page = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');
  expect(page).toBe(commandReference(program));
});
