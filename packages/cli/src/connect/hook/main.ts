#!/usr/bin/env node
import { animaHome } from '../../anima-home.js';
import { emptyRecord, writeHookRecord } from '../hook-log.js';
import { runHook } from './run-hook.js';

/** What tools write is shorter by far. */
const MAX_INPUT_BYTES = 8 * 1024 * 1024;
/** Of a tool that never closes its end, what has come until then counts. */
const INPUT_LIMIT_MS = 3_000;
/** The hook ends before the tool gives up on it (`HOOK_TIMEOUT_SECONDS`). */
const LIMIT_MS = 8_000;

/**
 * `hook TOOL [EVENT [HOME]]`: what the tools that are connected call. Reads what happened on stdin, prints what the tool may read, and
 * ends with 0 whatever happens.
 */
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
    // It was broken off: what has come may be whole.
  } finally {
    clearTimeout(late);
  }
  return Buffer.concat(pieces).toString('utf8');
}

// As a program of its own, and as `anima hook`.
const [tool = '', event = '', home = animaHome()] = process.argv.slice(process.argv[2] === 'hook' ? 3 : 2);

/** Ends the hook with one line in the log, whatever happened: nothing is a reason to stop the tool. */
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
setTimeout(() => giveUp(`no end in ${LIMIT_MS} ms`), LIMIT_MS).unref();

await main([tool, event === '' ? undefined : event, home]).catch((error) =>
  giveUp(`the hook failed: ${error}`),
);
