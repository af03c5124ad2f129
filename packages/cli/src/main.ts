#!/usr/bin/env node
import { InterruptedError } from './failure.js';
import { run } from './run.js';

/** The first signal stops in order, and cancels what is waited for; a second one ends the process at once. */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    const reason = new InterruptedError(signal);
    if (stop.signal.aborted) process.exit(reason.exitCode);
    stop.abort(reason);
  });
}
// Whoever reads with `head` has read enough.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(process.exitCode);
  });
}

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  out: process.stdout,
  err: process.stderr,
  signal: stop.signal,
});
// Connections that are kept for a next call, and stdin, would hold the process: it ends when all is written.
for (const stream of [process.stdout, process.stderr])
  await new Promise<void>((resolve) => {
    stream.write('', () => resolve());
  });
process.exit();
