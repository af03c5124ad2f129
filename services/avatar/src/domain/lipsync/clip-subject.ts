import type { Media } from '../catalog/media-format.js';
import type { ClipSubject } from './clip-payload.js';

/** Who is seen, of a file that was opened. */
export function toSubject(name: string | null, path: string, media: Media): ClipSubject {
  switch (media.kind) {
    case 'head':
      return { name, path, kind: 'head' };
    case 'picture': {
      const { format, width, height } = media;
      return { name, path, kind: 'picture', format, width, height };
    }
    case 'clip': {
      return { name, path, ...media };
    }
  }
}
