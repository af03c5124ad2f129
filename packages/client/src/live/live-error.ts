/** Error of a live session; `code` is an error code of the service, or one of `LocalCode`. */
export class LiveError extends Error {
  override readonly name = 'LiveError';
  readonly code: string;
  /** The utterance that failed; null for errors of the session. */
  readonly utterance: string | null;
  /** The session has ended with it. */
  readonly fatal: boolean;

  constructor(
    code: LocalCode | (string & {}),
    message: string,
    {
      utterance = null,
      fatal = false,
      cause,
    }: { utterance?: string | null; fatal?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.utterance = utterance;
    this.fatal = fatal;
  }
}

/** Codes of errors that the client itself detects. */
export type LocalCode =
  /** The service is not running, or does not allow the origin of this page. */
  | 'unreachable'
  /** The socket ended without a word. */
  | 'connection_lost'
  | 'stopping'
  | 'closed'
  /** A message does not match the contract. */
  | 'message_invalid'
  | 'aborted';
