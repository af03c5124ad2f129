/** Every failure this package announces; `code` is stable, the message is one line for a person. */
export class InferenceError extends Error {
  override readonly name: string = 'InferenceError';
  constructor(
    readonly code: 'queue_full' | 'inference_closed' | 'model_missing' | 'inference_worker',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Too many calls are waiting: try again later. Nothing was done for this call. */
export class QueueFullError extends InferenceError {
  override readonly name = 'QueueFullError';
  constructor(readonly limit: number) {
    super('queue_full', `The embedding queue is full: ${limit} calls of this priority are waiting`);
  }
}

/** `close()` was called before this call was answered. */
export class InferenceClosedError extends InferenceError {
  override readonly name = 'InferenceClosedError';
  constructor() {
    super('inference_closed', 'The embedder is closed');
  }
}

/** A file of a model is missing or is not the file the registry describes. The message says which, where, and what to do. */
export class ModelMissingError extends InferenceError {
  override readonly name = 'ModelMissingError';
  constructor(message: string, options?: ErrorOptions) {
    super('model_missing', message, options);
  }
}

/** The worker thread died, could not start, or the inference itself failed. Calling again may succeed. */
export class InferenceWorkerError extends InferenceError {
  override readonly name = 'InferenceWorkerError';
  constructor(message: string, options?: ErrorOptions) {
    super('inference_worker', message, options);
  }
}
