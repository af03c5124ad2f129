import type { Logger } from 'pino';

/** The parts of a process this needs; tests give their own. */
export interface ProcessLike {
  on(event: string, listener: (value: unknown) => void): unknown;
  exit(code: number): void;
}

export interface RunOptions {
  log?: Pick<Logger, 'info' | 'error'>;
  process?: ProcessLike;
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * For main.ts: SIGTERM or SIGINT closes the service and exits with 0; a second signal exits immediately (128
 * + signal). An uncaught error is logged and ends the process with 1, since its state is unknown.
 */
export function runUntilStopped(close: () => Promise<void>, options: RunOptions = {}): void {
  const target: ProcessLike = options.process ?? (process as ProcessLike);
  let stopping = false;
  for (const [signal, exitCode] of Object.entries(SIGNALS)) {
    target.on(signal, () => {
      if (stopping) return target.exit(exitCode);
      stopping = true;
      options.log?.info({ signal }, 'stopping');
      close().then(
        () => target.exit(0),
        (error: unknown) => fail(error, 'stopping failed'),
      );
    });
  }
  const fail = (error: unknown, message: string) => {
    if (options.log) options.log.error({ err: error }, message);
    else process.stderr.write(`${message}: ${error instanceof Error ? error.stack : String(error)}\n`);
    target.exit(1);
  };
  target.on('uncaughtException', (error) => fail(error, 'uncaught exception'));
  target.on('unhandledRejection', (error) => fail(error, 'unhandled rejection'));
}
