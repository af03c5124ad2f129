import { join } from 'node:path';
import { openPiperVoice, readPiperVoice } from '@anima/speech';
import { openedOnce } from '../../open-voices.js';
import type { VoiceDescription } from '../../speech-engine.js';
import type { FoundVoices, VoiceFamily, VoicePlaces } from '../../voice-family.js';
import { filesEndingWith, takeVoices } from '../../voice-files.js';

/** Voices of Piper that people have: a network for each. */
export const family: VoiceFamily<PiperFiles> = {
  name: 'piper',
  module: import.meta.url,
  order: 2,
  isOneNetwork: false,
  find: findPiper,
  open: (modelFiles) => openedOnce((voice) => openPiperVoice(modelFiles[voice]!)),
};

/** The network of each voice, by its name. */
export type PiperFiles = Readonly<Record<string, string>>;

/** Finds piper/*.onnx, each with its .onnx.json next to it. Returns null without a usable voice. */
function findPiper({ roots, onLeftOut }: VoicePlaces): FoundVoices<PiperFiles> | null {
  const voices: VoiceDescription[] = [];
  const files: Record<string, string> = {};
  const networks = roots.flatMap((root) => filesEndingWith(join(root, 'piper'), '.onnx'));
  takeVoices(networks, 'piper-', onLeftOut, (name, { path, fileName, bytes }) => {
    const { espeakVoice, sampleRate, speakers } = readPiperVoice(path);
    voices.push({
      name,
      language: languageOf(espeakVoice),
      gender: null,
      description: `Piper voice ${fileName}${speakers > 1 ? `, the first of ${speakers} speakers` : ''}`,
      sampleRate,
      sizeBytes: bytes,
      licence: 'See its model card',
    });
    files[name] = path;
  });
  return voices.length === 0 ? null : { voices, files };
}

/** What espeak-ng calls "en-us" or "en-gb-x-rp", as BCP 47 has it. */
function languageOf(espeakVoice: string): string {
  const [language = '', region = ''] = espeakVoice.split('-');
  return /^[a-z]{2}$/.test(region) ? `${language}-${region.toUpperCase()}` : language;
}
