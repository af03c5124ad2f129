import type { SpeakingVoice } from '@anima/speech';
import type { OpenVoice } from './voice-family.js';

/** A file that looked like a voice and is none. */
export class VoiceUnreadableError extends Error {
  override readonly name = 'VoiceUnreadableError';
}

/** Of voices that people have: opens each when it is first asked for. What failed is tried again: the file may be whole by then. */
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

/** Makes it when it is first asked for; what failed is made anew for the next who asks. */
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
