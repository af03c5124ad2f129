/** The callee could not do what it was asked, and lives on. */
export class RemoteCallError extends Error {
  override readonly name = 'RemoteCallError';

  constructor(
    /** Of a refusal that whoever asked can act on; null where something broke. */
    readonly code: string | null,
    message: string,
    stack: string | undefined,
  ) {
    super(message);
    // Where it broke is told by the stack of the callee.
    if (stack !== undefined) this.stack = stack;
  }
}

/** The callee did not live to answer. */
export class WorkerExitedError extends Error {
  override readonly name = 'WorkerExitedError';

  constructor(
    callee: string,
    /** How it ended, with its last words: "ended with SIGKILL: ...". */
    readonly detail: string,
    /** It was killed from this side, on account of another call or of its end: nothing speaks against asking another one. */
    readonly wasStopped: boolean,
  ) {
    super(`Expected an answer of ${callee}, which ${detail}`);
  }
}
