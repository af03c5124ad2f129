import type { Media } from '../catalog/media-format.js';
import type { MediaRef } from '../media/media-ref.js';
import type { ClipSubject } from './clip-payload.js';

/** Who is seen, of a file that was opened. */
export function toSubject(name: string | null, file: MediaRef, media: Media): ClipSubject {
  switch (media.kind) {
    case 'head':
      return { name, file, kind: 'head' };
    case 'picture': {
      const { format, width, height } = media;
      return { name, file, kind: 'picture', format, width, height };
    }
    case 'clip': {
      return { name, file, ...media };
    }
  }
}
