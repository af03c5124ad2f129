import { type ResourceLimits, Worker } from 'node:worker_threads';
import { type CalleeOptions, type CallSignatures, createWorkerHandle, type WorkerHandle } from './callee.js';

export interface ThreadOptions extends CalleeOptions {
  /** Of V8; what lies outside of its heap is not counted. */
  limits?: ResourceLimits;
}

/** A thread that serves: it shares memory and takes buffers over, and what crashes in native code ends the process with it. */
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
