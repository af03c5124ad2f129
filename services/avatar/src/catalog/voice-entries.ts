import { AppError } from '@anima/service/errors';
import {
  type CatalogProblem,
  type EngineVoice,
  nameOfFile,
  type VoiceEntry,
  type VoicePreset,
} from './catalog-entry.js';
import type { CatalogStore } from './catalog-store-port.js';
import { readPreset } from './stored-text.js';

/** The voices of the engines, then the presets in the catalog. A voice of an engine keeps its name. */
export async function voiceEntries(
  store: CatalogStore,
  engineVoices: readonly EngineVoice[],
): Promise<{ voices: VoiceEntry[]; problems: CatalogProblem[] }> {
  const voices: VoiceEntry[] = engineVoices.map((voice) => ({ name: voice.name, preset: null, voice }));
  const taken = new Set(voices.map(({ name }) => name.toLowerCase()));
  const problems: CatalogProblem[] = [];
  for (const { fileName, isLink } of await store.files('voices')) {
    try {
      if (isLink || !fileName.endsWith('.json'))
        throw new AppError('media_unreadable', 'Expected a JSON file that names a voice of an engine');
      const name = nameOfFile(fileName);
      if (name === '' || taken.has(name.toLowerCase()))
        throw new AppError('catalog_name_taken', `Expected a unique name, received "${name}"`);
      const text = await store.readText('voices', fileName);
      if (text === null) continue;
      const preset = readPreset(text);
      voices.push({ name, preset, voice: requireVoice(engineVoices, preset.voice) });
      taken.add(name.toLowerCase());
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ kind: 'voices', file: fileName, message: error.message });
    }
  }
  return { voices, problems };
}

export function requireVoice(voices: readonly EngineVoice[], name: string): EngineVoice {
  const found = voices.find((voice) => voice.name === name);
  if (found !== undefined) return found;
  const known = voices.map((voice) => voice.name).join(', ');
  throw new AppError(
    'voice_not_found',
    known === '' ? 'No voice is installed' : `Expected one of ${known} for voice, received "${name}"`,
  );
}

/** Returns the listed fields of a preset. */
export function describePreset({
  preset,
  voice,
}: VoiceEntry): Pick<VoicePreset, 'speed' | 'licence' | 'description'> {
  return {
    speed: preset?.speed ?? null,
    licence: preset?.licence ?? voice.licence,
    description: preset?.description ?? voice.description,
  };
}
