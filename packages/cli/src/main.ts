#!/usr/bin/env node
import { InterruptedError } from './failure.js';
import { ownVersion } from './programs/repository.js';

const args = process.argv.slice(2);
// Tools run hooks before every prompt: a hook loads no other command.
if (args[0] === 'hook') await import('./connect/hook/main.js');
else if (args.length === 1 && args[0] === '--version') console.log(ownVersion());
else await main();

async function main(): Promise<void> {
  // The first signal cancels the command, which may cancel its job; a second signal exits immediately.
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const reason = new InterruptedError(signal);
      if (stop.signal.aborted) process.exit(reason.exitCode);
      stop.abort(reason);
    });
  }
  // A reader such as `head` closes the pipe when it has read enough.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit(process.exitCode);
    });
  }
  const { run } = await import('./run.js');
  const { env, stdin: input, stdout: out, stderr: err } = process;
  process.exitCode = await run(args, { env, input, out, err, signal: stop.signal });
  // Idle connections and stdin would keep the process alive: it exits when its output is written.
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => {
      stream.write('', () => resolve());
    });
  process.exit();
}
