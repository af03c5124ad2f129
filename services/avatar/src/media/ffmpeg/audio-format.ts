import { AppError } from '@anima/service/errors';
import { formatOf } from '../../catalog/media-format.js';
import { type ReadableFormat, readStart } from './input-arguments.js';

/**
 * Detects the format of an audio file or a clip with audio from its first bytes. Rejects with
 * `media_unreadable`.
 */
export async function soundFormat(path: string): Promise<ReadableFormat> {
  const format = soundFormatOf(await readStart(path));
  if (format !== null) return format;
  throw new AppError(
    'media_unreadable',
    'Expected sound as wav, mp3, m4a, ogg, opus or flac, or a clip, received none of them',
  );
}

/** Signatures of the formats' own specifications. */
function soundFormatOf(start: Buffer): ReadableFormat | null {
  const text = start.toString('latin1');
  if (text.startsWith('RIFF') && text.startsWith('WAVE', 8)) return 'wav';
  if (text.startsWith('OggS')) return 'ogg';
  if (text.startsWith('fLaC')) return 'flac';
  // A tag, or a frame of MPEG audio layer III: eleven bits of ones, a version, the layer (ISO 11172-3, section 2.4.1.3).
  if (text.startsWith('ID3') || (start[0] === 0xff && (start[1]! & 0xe6) === 0xe2)) return 'mp3';
  const format = formatOf(start);
  const isClip = format === 'mp4' || format === 'mov' || format === 'webm' || format === 'mkv';
  return isClip ? format : null;
}
