import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import type { AvatarConfig } from './config.js';
import type { JobStorage } from './job-storage.js';

const FILE = 'folder-id';

/**
 * What one process makes another one serves: with a database in common they need the folder in common too, or a bucket. The folder has
 * an id in a file, and the database knows that of the one that came first. Throws `invalid_configuration` where this one is another.
 */
export async function assertSharedFolder(
  { AVATAR_DATA_DIR: dataDir, AVATAR_MEDIA_URL: mediaUrl }: AvatarConfig,
  { folderOfAll }: Pick<JobStorage, 'folderOfAll'>,
): Promise<void> {
  if (folderOfAll === null || mediaUrl !== undefined) return;
  const path = join(dataDir, FILE);
  await writeFile(path, randomUUID(), { flag: 'wx' }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const id = await readFile(path, 'utf8');
  if ((await folderOfAll(id)) === id) return;
  throw new AppError(
    'invalid_configuration',
    `AVATAR_DATA_DIR: expected the folder that the other processes on this database have, on storage that they share, received another one: ${dataDir}. Where theirs is lost for good, remove the row "${FILE}" of avatar.secrets`,
  );
}
