import { type Logger, pino } from 'pino';

export type Log = Logger;

export interface LogStream {
  write(line: string): void;
}

const MAX_CAUSES = 3;
/** Of lines that could not be written yet; later ones are dropped. */
const MAX_HELD_BYTES = 1024 * 1024;

/** Creates a logger of JSON lines with ISO time and level name; default: stdout. */
export function createLog(name: string, stream?: LogStream): Logger {
  return pino(
    {
      base: { service: name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: describeError },
    },
    stream ?? stdout(),
  );
}

/**
 * Where stdout leads to a pipe that was closed (`anima start | head`) or to a full disk, lines are lost and nothing else is.
 * What could not be written is tried again with the next line.
 */
function stdout(): LogStream {
  const destination = pino.destination({ dest: 1, sync: true, maxLength: MAX_HELD_BYTES });
  destination.on('error', () => {});
  return destination;
}

/** Logs only the parts of an error that cannot contain data of a request. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? { code: String(error.code) } : {};
  const cause =
    error.cause === undefined || depth >= MAX_CAUSES ? {} : { cause: describeError(error.cause, depth + 1) };
  return { type: error.name, message: error.message, ...code, stack: error.stack, ...cause };
}
