import type { AllowedPaths } from '@anima/service/files';
import { createHeldFiles, type HeldFiles, holdFile } from '../media/held-files.js';
import type { LocalFile } from '../media/media-ref.js';

/** Files of this machine alone, wherever they lie. */
export function localFiles(allowed: Pick<AllowedPaths, 'contains'> = { contains: () => true }): HeldFiles {
  return createHeldFiles({ materialise: (ref) => holdFile((ref as LocalFile).path, allowed) });
}

export const local = (path: string): LocalFile => ({ kind: 'local_file', path });
