#!/usr/bin/env node
import { readSync } from 'node:fs';
import { animaHome } from '../anima-home.js';
import { runHook } from './run-hook.js';

/** What tools write is shorter by far. */
const MAX_INPUT_BYTES = 8 * 1024 * 1024;

/**
 * `hook TOOL [EVENT [HOME]]`: what the tools that are connected call. Reads what happened on stdin, prints what the tool may read, and
 * ends with 0 whatever happens.
 */
async function main([tool = '', event, home = animaHome()]: readonly string[]): Promise<void> {
  const output = await runHook({
    tool,
    event: event ?? null,
    input: readInput(),
    home,
    env: process.env,
    now: new Date(),
  });
  if (output !== '') process.stdout.write(`${output}\n`);
}

function readInput(): string {
  const pieces: Buffer[] = [];
  const piece = Buffer.allocUnsafe(64 * 1024);
  let length = 0;
  while (length <= MAX_INPUT_BYTES) {
    let read: number;
    try {
      read = readSync(0, piece, 0, piece.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EAGAIN') continue;
      break;
    }
    if (read === 0) break;
    length += read;
    pieces.push(Buffer.from(piece.subarray(0, read)));
  }
  return Buffer.concat(pieces).toString('utf8');
}

// As a program of its own, and as `anima hook`.
await main(process.argv.slice(process.argv[2] === 'hook' ? 3 : 2)).catch(() => {});
