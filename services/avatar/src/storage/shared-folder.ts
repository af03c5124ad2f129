import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import type { AvatarConfig } from '../config.js';
import type { JobStorage } from '../jobs/job-storage.js';

const FILE = 'folder-id';
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Checks that all processes on one database share the data folder as well, unless they use a bucket. A file
 * in the folder contains an id, and the database stores the id of the first process. Throws
 * `invalid_configuration` if the ids differ.
 */
export async function assertSharedFolder(
  { AVATAR_DATA_DIR: dataDir, AVATAR_MEDIA_URL: mediaUrl }: AvatarConfig,
  { folderOfAll }: Pick<JobStorage, 'folderOfAll'>,
): Promise<void> {
  if (folderOfAll === null || mediaUrl !== undefined) return;
  const path = join(dataDir, FILE);
  await writeOnce(path, randomUUID());
  const id = await readFile(path, 'utf8');
  if ((await folderOfAll(id)) === id) return;
  throw new AppError(
    'invalid_configuration',
    `AVATAR_DATA_DIR: expected the folder that the other processes on this database use, on shared storage, received another one: ${dataDir}. If their folder is lost, remove the row "${FILE}" of avatar.secrets`,
  );
}

/** Writes a file unless it exists. It is not visible before its text is complete. */
async function writeOnce(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await link(draft, path).catch(async (error) => {
      if (error.code === 'EEXIST') return;
      if (!NO_LINKS.has(error.code)) throw error;
      // Storage without hard links: who comes in between renames an id over that of the first, and the database tells them apart.
      if (!existsSync(path)) await rename(draft, path);
    });
  } finally {
    await rm(draft, { force: true });
  }
}
