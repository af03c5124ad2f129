/** An error of this package. `code` is stable; the message is one line for users. */
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

/** Too many calls are waiting. The call had no effect; retry later. */
export class QueueFullError extends InferenceError {
  override readonly name = 'QueueFullError';
  constructor(readonly limit: number) {
    super(
      'queue_full',
      `The embedding queue is full: ${limit} calls of this priority are waiting. Retry later.`,
    );
  }
}

/** `close()` was called before this call had finished. */
export class InferenceClosedError extends InferenceError {
  override readonly name = 'InferenceClosedError';
  constructor() {
    super('inference_closed', 'The embedder is closed');
  }
}

/** A file of a model is missing or differs from the registry. The message names the file, the place and the remedy. */
export class ModelMissingError extends InferenceError {
  override readonly name = 'ModelMissingError';
  constructor(message: string, options?: ErrorOptions) {
    super('model_missing', message, options);
  }
}

/** The worker thread exited or could not start, or the inference failed. A retry may succeed. */
export class InferenceWorkerError extends InferenceError {
  override readonly name = 'InferenceWorkerError';
  constructor(message: string, options?: ErrorOptions) {
    super('inference_worker', message, options);
  }
}
