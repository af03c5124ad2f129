import type { SpeakingVoice } from '@anima/speech';
import type { OpenVoice } from './voice-family.js';

/** The file is not a valid voice. */
export class VoiceUnreadableError extends Error {
  override readonly name = 'VoiceUnreadableError';
}

/**
 * Opens each user-installed voice at its first use. A failure is retried at the next use, because the file
 * may be complete by then.
 */
export function openedOnce(open: OpenVoice): OpenVoice {
  const voices = new Map<string, () => Promise<SpeakingVoice>>();
  return async (name) => {
    const voice = voices.get(name) ?? once(() => open(name));
    voices.set(name, voice);
    return voice().catch((cause: Error) => {
      throw new VoiceUnreadableError(`The voice ${name} cannot be opened: ${cause.message}`, { cause });
    });
  };
}

/** Caches the result of `make`. A failure is retried at the next call. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
