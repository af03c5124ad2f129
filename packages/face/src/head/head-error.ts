/** A file that is no head: its message says what was expected and what came. */
export class HeadError extends Error {
  readonly code = 'head_invalid';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HeadError';
  }
}
