import { readRegistry, resolveModelsDir } from '@anima/inference';
import { openHibariVoice, VOICES } from '@anima/speech';
import { once } from '../../open-voices.js';
import { findPrepared, MODEL } from '../../prepared-speech.js';
import type { VoiceFamily } from '../../voice-family.js';

const SAMPLE_RATE = 24_000;

/** The voices that ship, made of one network; its file where it was prepared. */
export const family: VoiceFamily<string | null> = {
  name: 'hibari',
  module: import.meta.url,
  order: 0,
  isOneNetwork: true,

  async find() {
    const sizeBytes = await modelBytes();
    const voices = VOICES.map(({ name, gender, description }) => ({
      ...{ name, gender, description, sizeBytes },
      language: 'en-US',
      sampleRate: SAMPLE_RATE,
      licence: 'Apache-2.0',
    }));
    return { voices, files: await findPrepared(resolveModelsDir(), 'ort') };
  },

  open(prepared, shippedDir) {
    const network = once(() => openHibariVoice(shippedDir, prepared));
    return async (voice) => {
      const hibari = await network();
      return {
        sampleRate: hibari.sampleRate,
        speak: (sentence, options) => hibari.speak(sentence, { ...options, voice }),
      };
    };
  },
};

async function modelBytes(): Promise<number> {
  const model = (await readRegistry(resolveModelsDir())).find(({ name }) => name === MODEL);
  return (model?.files ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
}
