import type { AnimaError, JobFailedError, ServiceUnreachableError } from '@anima/client';
import { EXIT } from './exit-codes.js';

/** What a command could not do. The message says what was expected and what came. */
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

/** A signal has ended the command. */
export class InterruptedError extends Error {
  readonly exitCode: number;

  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super(`Stopped by ${signal}`);
    this.exitCode = signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
  }
}

/** As it is told: JSON on stderr, or its message. */
export interface FailureReport {
  code: string;
  message: string;
  exit_code: number;
  status?: number;
  request_id?: string;
  errors?: readonly { path: string; message: string }[];
}

/** Known by name: the client is loaded only where a service is called. */
export function toFailureReport(error: unknown): FailureReport {
  if (error instanceof CommandFailure)
    return { code: error.code, message: error.message, exit_code: error.exitCode };
  if (error instanceof InterruptedError)
    return { code: 'interrupted', message: error.message, exit_code: error.exitCode };
  if (!(error instanceof Error)) return { code: 'failed', message: String(error), exit_code: EXIT.failed };
  switch (error.name) {
    case 'AnimaError':
      return ofService(error as AnimaError);
    case 'ServiceUnreachableError':
      return awayFailure(error as ServiceUnreachableError);
    case 'JobFailedError':
      return { code: (error as JobFailedError).code, message: error.message, exit_code: EXIT.failed };
    default:
      return { code: 'failed', message: error.message, exit_code: EXIT.failed };
  }
}

function ofService(error: AnimaError): FailureReport {
  const { code, detail, status, requestId, errors, service } = error;
  const variable = service === 'memory' ? 'MEMORY_API_TOKEN' : 'AVATAR_SERVICE_TOKEN';
  const hint = status === 401 ? `; the token comes from ${variable} or --${service}-token` : '';
  return {
    ...{ code, message: `${detail}${hint}`, exit_code: exitCodeOf(status), status },
    ...(requestId === null ? {} : { request_id: requestId }),
    ...(errors.length === 0 ? {} : { errors }),
  };
}

function awayFailure({ service, url, code, isDown }: ServiceUnreachableError): FailureReport {
  const what = isDown ? 'does not answer' : 'did not answer, or the connection was lost,';
  const message = `The ${service} service ${what} at ${url}; start it with: anima start ${service}`;
  return { code, message, exit_code: EXIT.away };
}

function exitCodeOf(status: number): number {
  if (status === 404) return EXIT.notFound;
  if (status === 400 || status === 413 || status === 415) return EXIT.usage;
  if (status === 429 || status === 503) return EXIT.away;
  return status >= 400 && status < 500 ? EXIT.refused : EXIT.failed;
}
