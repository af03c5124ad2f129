import { type ResourceLimits, Worker } from 'node:worker_threads';
import { type CalleeOptions, type CallSignatures, createWorkerHandle, type WorkerHandle } from './callee.js';

export interface ThreadOptions extends CalleeOptions {
  /** Limits of the V8 heap; memory outside of it is not counted. */
  limits?: ResourceLimits;
}

/** Starts a thread that calls `serve`. It can share memory and take buffers; a crash of native code ends the whole process. */
export function startThread<Calls extends CallSignatures<Calls>, Progress extends readonly unknown[] = []>({
  file,
  limits = {},
  ...options
}: ThreadOptions): WorkerHandle<Calls, Progress> {
  return createWorkerHandle((events) => {
    const worker = new Worker(file, { resourceLimits: limits, execArgv: [], name: options.name });
    worker.unref();
    worker.on('message', events.message);
    // An error is always followed by the exit.
    worker.on('error', (error) =>
      events.dying(`died: ${error instanceof Error ? error.message : String(error)}`),
    );
    worker.on('exit', (code) => events.over(`ended with code ${code}`));
    return {
      send: (message, transfer) => worker.postMessage(message, transfer),
      hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
      hangUp: () => worker.postMessage({ type: 'close' }),
      kill: () => void worker.terminate(),
    };
  }, options);
}
