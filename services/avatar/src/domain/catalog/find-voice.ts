import { AppError } from '@anima/service';
import type { Catalog } from './catalog.js';

/** The engine's voice behind a name of the catalog, its own or a preset's; without a name the default one. */
export async function findVoice(
  catalog: Pick<Catalog, 'read' | 'voice'>,
  asked: string | undefined,
): Promise<{ voice: string; presetSpeed: number | null }> {
  const name = asked ?? (await catalog.read()).defaults.voice ?? '';
  const found = await catalog.voice(name);
  if (found !== null) return { voice: found.voice.name, presetSpeed: found.preset?.speed ?? null };
  const known = (await catalog.read()).voices.map((voice) => voice.name).join(', ');
  throw new AppError('voice_not_found', `Expected one of ${known} for voice, received "${name}"`);
}
