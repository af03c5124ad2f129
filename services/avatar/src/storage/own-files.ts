import { join } from 'node:path';
import { catalogKinds } from '../catalog/catalog-entry.js';
import { mediaKinds } from '../media/media-ref.js';

/** What the service keeps in its data directory, with everything whose name begins like it (`avatar.db-wal`). */
export const ownNames = ['avatar.db', 'webhook-secret', 'worker-id', 'folder-id', 'lock.db', 'lock.pid'];
export const ownFolders = ['settings', 'media', 'cache', 'catalog', 'backups', '.restore'];

/** What no caller may have read: the jobs, and the lock, which opening and closing would drop. */
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
