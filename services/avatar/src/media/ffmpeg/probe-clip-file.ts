import { AppError } from '@anima/service/errors';
import { type ClipFormat, clipFormats, formatOf, type Media } from '../../catalog/media-format.js';
import { readStart } from './input-arguments.js';
import { probeClip } from './probe-media.js';

/** Probes a clip of any format by its content. Rejects with `media_unreadable`. */
export async function probeClipFile(ffmpeg: string, path: string): Promise<Media & { kind: 'clip' }> {
  const format = formatOf(await readStart(path));
  const clipFormat = clipFormats.find((known): known is ClipFormat => known === format);
  if (clipFormat === undefined)
    throw new AppError('media_unreadable', 'Expected a clip, received another kind of file');
  return (await probeClip(ffmpeg, path, clipFormat)) as Media & { kind: 'clip' };
}
