import { join } from 'node:path';
import { assertKokoroModel, KOKORO_SAMPLE_RATE, STYLES_BYTES } from '@anima/speech';
import type { VoiceDescription } from '../../speech-engine.js';
import type { FoundVoices, VoicePlaces } from '../../voice-family.js';
import { filesEndingWith, takeVoices, type VoiceFile } from '../../voice-files.js';

export interface KokoroFiles {
  modelFile: string;
  /** Paths of style files by voice name. */
  styleFiles: Readonly<Record<string, string>>;
}

/** First letters of Kokoro's own names of voices. */
const LANGUAGES: Readonly<Record<string, string>> = {
  a: 'en-US',
  b: 'en-GB',
  e: 'es-ES',
  f: 'fr-FR',
  h: 'hi-IN',
  i: 'it-IT',
  j: 'ja-JP',
  p: 'pt-BR',
  z: 'zh-CN',
};

/**
 * Finds kokoro/*.onnx, of which the first usable network is used, and kokoro/voices/*.bin. Returns null if
 * either is missing.
 */
export function findKokoro({ roots, onLeftOut }: VoicePlaces): FoundVoices<KokoroFiles> | null {
  const networks = roots.flatMap((root) => filesEndingWith(join(root, 'kokoro'), '.onnx'));
  const styles = roots.flatMap((root) => filesEndingWith(join(root, 'kokoro', 'voices'), '.bin'));
  let model: VoiceFile | null = null;
  for (const network of networks) {
    try {
      if (model !== null) throw new Error(`${model.fileName} is used for all Kokoro voices`);
      assertKokoroModel(network.path);
      model = network;
    } catch (error) {
      onLeftOut(network.path, (error as Error).message);
    }
  }
  if (model === null) {
    for (const { path } of styles)
      onLeftOut(path, 'Expected a Kokoro network (kokoro/*.onnx), received none');
    return null;
  }
  const voices: VoiceDescription[] = [];
  const styleFiles: Record<string, string> = {};
  const { bytes: modelBytes } = model;
  takeVoices(styles, 'kokoro-', onLeftOut, (name, { path, fileName, bytes }) => {
    if (bytes !== STYLES_BYTES)
      throw new Error(`Expected ${STYLES_BYTES} bytes, styles of one Kokoro voice, received ${bytes}`);
    voices.push({ name, ...describe(fileName), sizeBytes: modelBytes + bytes });
    styleFiles[name] = path;
  });
  if (voices.length === 0) {
    onLeftOut(model.path, 'Expected styles beside it (kokoro/voices/*.bin), received none');
    return null;
  }
  return { voices, files: { modelFile: model.path, styleFiles } };
}

/**
 * Derives the description from the file name: "af_heart" is American and female. Other names count as custom
 * voices.
 */
function describe(fileName: string): Omit<VoiceDescription, 'name' | 'sizeBytes'> {
  const [, letter = 'a', gender] = /^([abefhijpz])([fm])_/.exec(fileName) ?? [];
  return {
    language: LANGUAGES[letter]!,
    gender: gender === undefined ? null : gender === 'f' ? 'female' : 'male',
    description: `Kokoro-82M, styles ${fileName}`,
    sampleRate: KOKORO_SAMPLE_RATE,
    licence: 'Apache-2.0',
  };
}
