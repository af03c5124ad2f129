/** What went wrong with a live session, in words; `code` as in the rest of the service, or one of `LocalCode`. */
export class LiveError extends Error {
  override readonly name = 'LiveError';
  readonly code: string;
  /** The utterance it is about, where it is about one. */
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

/** Codes of what the client itself sees. */
export type LocalCode =
  /** Nothing answers there, or this page may not ask it. */
  | 'unreachable'
  /** The socket ended without a word. */
  | 'connection_lost'
  | 'stopping'
  | 'closed'
  /** What came is not as the contract says. */
  | 'message_invalid'
  | 'aborted';
