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
import type { BegunProcesses } from './begun-processes.js';

export interface CalledProcessOptions
  extends Omit<ProcessOptions, 'name' | 'closeMs' | 'begun' | keyof Program>,
    Blame {
  program: Program;
  /** One of these is taken, if there is one. */
  begun?: BegunProcesses | undefined;
  stopMs: number;
}

/** Who is named where a call fails. */
interface Blame {
  /** What the process is there for: "draws". */
  task: string;
  /** The code of calls that it did not live to answer. */
  crashCode: string;
}

/** Of a call whose process was killed because of another one: nothing speaks against calling again. */
export class ProcessStopped extends AppError {}

/** Nothing is waited for at its end; who is started next waits two seconds for this one. */
const END_MS = 1_500;

/** A process of this service that is called; it refuses, and ends, with errors of the service. */
export function startWorkerProcess<
  Calls extends CallSignatures<Calls>,
  Progress extends readonly unknown[] = [],
>({ program, begun, task, crashCode, ...options }: CalledProcessOptions): WorkerHandle<Calls, Progress> {
  const callee = startProcess<Calls, Progress>({
    ...program,
    begun: begun?.take(program),
    name: `the process that ${task}`,
    closeMs: Math.min(options.stopMs, END_MS),
    ...options,
  });
  return {
    ...callee,
    ask: (name, question, askOptions) =>
      callee.ask(name, question, askOptions).catch((error: unknown) => {
        throw toServiceError(error, { task, crashCode });
      }),
  };
}

/** What a failed call is to the service; what is neither a refusal nor an end stays as it is. */
export function toServiceError(error: unknown, { task, crashCode }: Blame): unknown {
  if (error instanceof RemoteCallError && error.code !== null) return new AppError(error.code, error.message);
  if (!(error instanceof WorkerExitedError)) return error;
  const message = `The process that ${task} ended in the middle of it; try again`;
  return new (error.wasStopped ? ProcessStopped : AppError)(crashCode, message);
}
