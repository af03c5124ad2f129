import {
  type Callee,
  CalleeEnded,
  CallFailed,
  type Exchanges,
  type ProcessOptions,
  type Program,
  startProcess,
} from '@anima/calls';
import { AppError } from '@anima/service/errors';

export interface CalledProcessOptions
  extends Omit<ProcessOptions, 'name' | 'closeMs' | keyof Program>,
    Blame {
  program: Program;
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
export function startCalledProcess<Calls extends Exchanges<Calls>, Progress extends readonly unknown[] = []>({
  program,
  task,
  crashCode,
  ...options
}: CalledProcessOptions): Callee<Calls, Progress> {
  const callee = startProcess<Calls, Progress>({
    ...program,
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
  if (error instanceof CallFailed && error.code !== null) return new AppError(error.code, error.message);
  if (!(error instanceof CalleeEnded)) return error;
  const message = `The process that ${task} ended in the middle of it; try again`;
  return new (error.wasStopped ? ProcessStopped : AppError)(crashCode, message);
}
