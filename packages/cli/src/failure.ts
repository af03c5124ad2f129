import type { AnimaError, JobFailedError, ServiceUnreachableError } from '@anima/client';

/** Exit codes of commands, with the meanings that the help and `docs/command-line.md` list. */
export const exitCodes = {
  done: [0, 'Success'],
  failed: [1, 'Failure: a job, a check of `anima doctor`, or an unexpected error'],
  usage: [2, 'Invalid command or arguments'],
  notFound: [3, 'Not found, or a cache miss'],
  refused: [4, 'Rejected: invalid token, conflict with existing data, or not possible'],
  away: [5, 'A service is unreachable or overloaded'],
  interrupted: [130, 'Stopped by Ctrl-C; a job that the command waited for is cancelled'],
  terminated: [143, 'Stopped by SIGTERM, with the same effect'],
} as const satisfies Record<string, readonly [number, string]>;

export const EXIT = Object.fromEntries(
  Object.entries(exitCodes).map(([name, [code]]) => [name, code]),
) as Record<keyof typeof exitCodes, number>;

/** An error of a command. Its message names the expected and the received value. */
export class CommandFailure extends Error {
  readonly code: string;
  readonly exitCode: number;

  constructor(code: string, exitCode: number, message: string) {
    super(message);
    this.name = 'CommandFailure';
    this.code = code;
    this.exitCode = exitCode;
  }
}

export const usageError = (message: string): CommandFailure =>
  new CommandFailure('usage', EXIT.usage, message);
export const notFoundError = (message: string): CommandFailure =>
  new CommandFailure('not_found', EXIT.notFound, message);

/** Thrown if a signal has stopped the command. */
export class InterruptedError extends Error {
  readonly exitCode: number;

  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super(`Stopped by ${signal}`);
    this.exitCode = signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
  }
}

/** The JSON that a failing command prints on stderr; without `--json` it prints the message. */
export interface FailureReport {
  code: string;
  message: string;
  exit_code: number;
  status?: number;
  request_id?: string;
  errors?: readonly { path: string; message: string }[];
}

/** Recognises errors of the client by name, because the client is loaded only if a service is called. */
export function toFailureReport(error: unknown): FailureReport {
  if (error instanceof CommandFailure)
    return { code: error.code, message: error.message, exit_code: error.exitCode };
  if (error instanceof InterruptedError)
    return { code: 'interrupted', message: error.message, exit_code: error.exitCode };
  if (!(error instanceof Error)) return { code: 'failed', message: String(error), exit_code: EXIT.failed };
  if (error.name === 'AnimaError') return serviceFailure(error as AnimaError);
  if (error.name === 'ServiceUnreachableError') return unreachable(error as ServiceUnreachableError);
  const code = error.name === 'JobFailedError' ? (error as JobFailedError).code : 'failed';
  return { code, message: error.message, exit_code: EXIT.failed };
}

function serviceFailure(error: AnimaError): FailureReport {
  const { code, detail, status, requestId, errors, service } = error;
  const variable = service === 'memory' ? 'MEMORY_API_TOKEN' : 'AVATAR_SERVICE_TOKEN';
  const hint = status === 401 ? `; set the token with ${variable} or --${service}-token` : '';
  return {
    ...{ code, message: `${detail}${hint}`, exit_code: exitCodeOf(status), status },
    ...(requestId === null ? {} : { request_id: requestId }),
    ...(errors.length === 0 ? {} : { errors }),
  };
}

function unreachable({ service, url, code, isDown }: ServiceUnreachableError): FailureReport {
  const problem = isDown ? 'is not running' : 'did not respond, or the connection was lost,';
  const message = `The ${service} service ${problem} at ${url}. Start it with: anima start ${service}`;
  return { code, message, exit_code: EXIT.away };
}

function exitCodeOf(status: number): number {
  if (status === 404) return EXIT.notFound;
  if (status === 400 || status === 413 || status === 415) return EXIT.usage;
  if (status === 429 || status === 503) return EXIT.away;
  return status >= 400 && status < 500 ? EXIT.refused : EXIT.failed;
}
