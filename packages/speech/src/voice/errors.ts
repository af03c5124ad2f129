/** An error of a voice that the caller can resolve. `code` is stable; the message is one line for users. */
export class VoiceError extends Error {
  override readonly name: string = 'VoiceError';
  constructor(
    readonly code: 'sentence_too_long' | 'unknown_voice',
    message: string,
  ) {
    super(message);
  }
}

/** The sentence has more phonemes than the network supports and has to be divided. */
export class SentenceTooLongError extends VoiceError {
  override readonly name = 'SentenceTooLongError';
  constructor(received: number, limit: number) {
    super(
      'sentence_too_long',
      `Expected a sentence of at most ${limit} phonemes, received ${received}: divide it`,
    );
  }
}

export class UnknownVoiceError extends VoiceError {
  override readonly name = 'UnknownVoiceError';
  constructor(received: string, known: readonly string[]) {
    super('unknown_voice', `Expected one of the voices ${known.join(', ')}, received ${received}`);
  }
}
