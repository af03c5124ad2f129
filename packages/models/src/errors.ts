export type ModelsErrorCode =
  /** No model of that name is in the table. */
  | 'unknown_model'
  /** models.json or ANIMA_MODELS_MIRROR is not valid. */
  | 'table_invalid'
  /** The model comes with the repository and can neither be fetched nor removed. */
  | 'ships'
  | 'licence_not_accepted'
  /** The host of the file cannot be reached. */
  | 'unreachable'
  /** The host responded, but not with the file. */
  | 'not_served'
  /** The checksum or the size differs from the model. */
  | 'damaged'
  | 'no_space'
  | 'not_writable'
  /** Another process downloads the same file. */
  | 'busy'
  | 'stopped';

/** An error of this package. The message is one line that says what to do. */
export class ModelsError extends Error {
  override readonly name = 'ModelsError';
  constructor(
    readonly code: ModelsErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
