import { openHibariVoice, openKokoroModel, openPiperVoice, type SpeakingVoice } from '@anima/speech';
import type { VoiceFamily } from './voice-family.js';

/** Opens a voice of a family when it is first asked for; it stays open. */
export type OpenVoice = (name: string) => Promise<SpeakingVoice>;

/** A file that looked like a voice and is none. */
export class VoiceUnreadableError extends Error {
  override readonly name = 'VoiceUnreadableError';
}

/** `shippedDir` is models/hibari-heart. Opens nothing but what all voices of the family share. */
export async function createVoices(family: VoiceFamily, shippedDir: string): Promise<OpenVoice> {
  switch (family.kind) {
    case 'hibari': {
      const hibari = await openHibariVoice(shippedDir);
      return async (voice) => ({
        sampleRate: hibari.sampleRate,
        speak: (sentence, options) => hibari.speak(sentence, { ...options, voice }),
      });
    }
    case 'kokoro': {
      const model = once(() => openKokoroModel(family.modelFile, shippedDir));
      return openedOnce(async (voice) => (await model()).openVoice(family.styleFiles[voice]!));
    }
    case 'piper':
      return openedOnce((voice) => openPiperVoice(family.modelFiles[voice]!));
  }
}

/** What failed is tried again: the file may be whole by then. */
function openedOnce(open: OpenVoice): OpenVoice {
  const voices = new Map<string, () => Promise<SpeakingVoice>>();
  return async (name) => {
    const voice = voices.get(name) ?? once(() => open(name));
    voices.set(name, voice);
    return voice().catch((cause: Error) => {
      throw new VoiceUnreadableError(`The voice ${name} cannot be opened: ${cause.message}`, { cause });
    });
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
