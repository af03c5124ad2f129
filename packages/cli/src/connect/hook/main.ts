#!/usr/bin/env node
import { animaHome } from '../../anima-home.js';
import { emptyRecord, writeHookRecord } from '../hook-log.js';
import { runHook } from './run-hook.js';

/** Far more than tools write. */
const MAX_INPUT_BYTES = 8 * 1024 * 1024;
/** Time limit for stdin: if a tool never closes it, the hook uses the received part. */
const INPUT_LIMIT_MS = 3_000;
/** Time limit of a hook, shorter than the timeout of the tool (`HOOK_TIMEOUT_SECONDS`). */
const LIMIT_MS = 8_000;

/** `hook TOOL [EVENT [HOME]]`: reads an event on stdin, prints the response for the tool, and always exits with 0. */
async function main([tool, event, home]: readonly [string, string | undefined, string]): Promise<void> {
  const output = await runHook({
    tool,
    event: event ?? null,
    input: await readInput(),
    home,
    env: process.env,
    now: new Date(),
  });
  if (output !== '') process.stdout.write(`${output}\n`);
}

async function readInput(): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  const { stdin } = process;
  const late = setTimeout(() => stdin.destroy(), INPUT_LIMIT_MS);
  try {
    for await (const piece of stdin) {
      length += (piece as Buffer).length;
      if (length > MAX_INPUT_BYTES) break;
      pieces.push(piece as Buffer);
    }
  } catch {
    // The stream ended early: the received part may be complete.
  } finally {
    clearTimeout(late);
  }
  return Buffer.concat(pieces).toString('utf8');
}

// The module runs as dist/hook.mjs and as `anima hook`.
const [tool = '', event = '', home = animaHome()] = process.argv.slice(process.argv[2] === 'hook' ? 3 : 2);

/** Ends the hook with one line in the log: no error may stop the tool. */
function giveUp(problem: string): never {
  try {
    writeHookRecord(home, { ...emptyRecord(tool, event, new Date()), problem });
  } catch {
    // The log cannot be written.
  }
  process.exit(0);
}

process.stdout.on('error', () => {});
process.on('uncaughtException', (error) => giveUp(`the hook failed: ${error.message}`));
process.on('exit', () => {
  process.exitCode = 0;
});
setTimeout(() => giveUp(`not finished in ${LIMIT_MS} ms`), LIMIT_MS).unref();

await main([tool, event === '' ? undefined : event, home]).catch((error) =>
  giveUp(`the hook failed: ${error}`),
);
