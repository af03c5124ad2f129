import {
  type CallSignatures,
  type ProcessOptions,
  type Program,
  RemoteCallError,
  startProcess,
  WorkerExitedError,
  type WorkerHandle,
} from '@anima/calls';
import { AppError } from '@anima/service/errors';

export interface CalledProcessOptions
  extends Omit<ProcessOptions, 'name' | 'closeMs' | keyof Program>,
    Blame {
  program: Program;
  stopMs: number;
}

/** How errors of calls name the worker. */
interface Blame {
  /** Kind of the worker: "render". */
  worker: string;
  /** Error code of calls that the worker did not finish because it exited. */
  crashCode: string;
}

/** The worker was killed because of another call, so this call can be made again. */
export class ProcessStopped extends AppError {}

/** Milliseconds that a worker may take to exit. The next start of the service waits two seconds for this one. */
const END_MS = 1_500;

/** Starts a worker process. Its calls reject with errors of the service. */
export function startWorkerProcess<
  Calls extends CallSignatures<Calls>,
  Progress extends readonly unknown[] = [],
>({ program, worker, crashCode, ...options }: CalledProcessOptions): WorkerHandle<Calls, Progress> {
  const callee = startProcess<Calls, Progress>({
    ...program,
    name: `the ${worker} worker`,
    closeMs: Math.min(options.stopMs, END_MS),
    ...options,
  });
  return {
    ...callee,
    ask: (name, question, askOptions) =>
      callee.ask(name, question, askOptions).catch((error: unknown) => {
        throw toServiceError(error, { worker, crashCode });
      }),
  };
}

/** Converts an error of a call to an `AppError`. Other errors are returned unchanged. */
export function toServiceError(error: unknown, { worker, crashCode }: Blame): unknown {
  if (error instanceof RemoteCallError && error.code !== null) return new AppError(error.code, error.message);
  if (!(error instanceof WorkerExitedError)) return error;
  const message = `The ${worker} worker crashed. Retry the request.`;
  return new (error.wasStopped ? ProcessStopped : AppError)(crashCode, message);
}
