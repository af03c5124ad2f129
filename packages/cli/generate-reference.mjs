// Writes docs/command-line.md anew, of the built commands.
import { writeFileSync } from 'node:fs';
import { createProgram } from './dist/program.js';
import { commandReference } from './dist/reference.js';

const house = {
  env: {},
  input: process.stdin,
  out: process.stdout,
  err: process.stderr,
  signal: AbortSignal.abort(),
};
const { program } = await createProgram(house, []);
writeFileSync(new URL('../../docs/command-line.md', import.meta.url), commandReference(program));
