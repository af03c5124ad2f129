import { join } from 'node:path';
import { catalogKinds } from '../catalog/catalog-entry.js';
import { mediaKinds } from '../media/media-ref.js';

/** Files and folders of the data directory, including files with the same prefix (`avatar.db-wal`). */
export const ownNames = ['avatar.db', 'webhook-secret', 'worker-id', 'folder-id', 'lock.db', 'lock.pid'];
export const ownFolders = ['settings', 'media', 'cache', 'catalog', 'backups', '.restore'];

/** Lists files that no caller may read: the jobs, and the lock, which opening and closing would release. */
export function ownFiles(dataDir: string): string[] {
  return ownNames.map((name) => join(dataDir, name));
}

/** Where the service puts media, and pictures of them; a folder of these may be a link to another disk. */
export function mediaFolders(dataDir: string): string[] {
  const [media, catalog] = [join(dataDir, 'media'), join(dataDir, 'catalog')];
  return [
    media,
    ...mediaKinds.map((kind) => join(media, kind)),
    join(dataDir, 'cache', 'catalog'),
    catalog,
    ...catalogKinds.map((kind) => join(catalog, kind)),
  ];
}
