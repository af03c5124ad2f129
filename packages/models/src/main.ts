import { runModels } from './run-models.js';

/** The first signal stops the command in order; a second one ends the process at once. */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runModels(process.argv.slice(2), {
  env: process.env,
  signal: stop.signal,
  out: process.stdout,
  err: process.stderr,
});
