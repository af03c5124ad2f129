#!/usr/bin/env node
// Launcher of the command `anima`: runs the built program. On a fresh clone it builds first, except for hooks, which must
// not hold up the tool that calls them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = new URL('dist/program/main.js', import.meta.url);
if (!existsSync(program)) {
  if (process.argv[2] === 'hook') process.exit(0);
  const build = fileURLToPath(new URL('../../scripts/anima.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [build, 'build'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
await import(program.href);
