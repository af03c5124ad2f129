export type ModelsErrorCode =
  /** No model of that name in the table. */
  | 'unknown_model'
  /** models.json or ANIMA_MODELS_MIRROR cannot be used. */
  | 'table_invalid'
  /** It comes with the repository: neither fetched nor removed. */
  | 'ships'
  | 'licence_not_accepted'
  /** No connection to the home of the file. */
  | 'unreachable'
  /** The home answered, but not with the file. */
  | 'not_served'
  /** The bytes are not those of the model. */
  | 'damaged'
  | 'no_space'
  | 'not_writable'
  /** Another process fetches the same file. */
  | 'busy'
  | 'stopped';

/** Every failure of this package; the message is one line for a person, and says what to do. */
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
