import { AppError } from '@anima/service/errors';
import type { Catalog } from './catalog.js';

/** The engine's voice behind a name of the catalog, its own or a preset's; without a name the default one. */
export async function findVoice(
  catalog: Pick<Catalog, 'voices'>,
  asked: string | undefined,
): Promise<{ voice: string; presetSpeed: number | null }> {
  const { voices, defaultVoice } = await catalog.voices();
  const name = asked ?? defaultVoice ?? '';
  const found = voices.find((voice) => voice.name === name);
  if (found !== undefined) return { voice: found.voice.name, presetSpeed: found.preset?.speed ?? null };
  const known = voices.map((voice) => voice.name).join(', ');
  throw new AppError('voice_not_found', `Expected one of ${known} for voice, received "${name}"`);
}
