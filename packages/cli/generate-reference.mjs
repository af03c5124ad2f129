// Generates docs/command-line.md from the built commands.
import { writeFileSync } from 'node:fs';
import { commandReference } from './dist/reference.js';
import { createProgram } from './dist/run.js';

const { stdin: input, stdout: out, stderr: err } = process;
const { program } = createProgram({ env: {}, input, out, err, signal: AbortSignal.abort() });
writeFileSync(new URL('../../docs/command-line.md', import.meta.url), commandReference(program));
