import { LRUCache } from 'lru-cache';
import { fileIdentity } from '../file-identity.js';
import { type ClipFacts, readClipFacts } from './clip-metadata.js';
import { type FrameRate, rateText } from './frame-rate.js';
import type { MediaInput } from './input-arguments.js';

/** A few hundred bytes each. */
const facts = new LRUCache<string, ClipFacts>({ max: 256 });

/** The same as `readClipFacts`, which takes a process and a frame: read once of a file that stays as it is. */
export async function rememberedFacts(
  ffmpeg: string,
  clip: MediaInput,
  rate: FrameRate,
  signal: AbortSignal | undefined,
): Promise<ClipFacts> {
  // Of a file that is not there it is ffmpeg that says so.
  const identity = await fileIdentity(clip.path).catch(() => null);
  const key = `${identity} ${clip.format} ${rateText(rate)} ${ffmpeg}`;
  const known = facts.get(key);
  if (known !== undefined) return known;
  const read = await readClipFacts(ffmpeg, clip, rate, signal);
  if (identity !== null) facts.set(key, read);
  return read;
}
