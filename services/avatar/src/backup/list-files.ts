import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The regular files under a folder, as paths with forward slashes, in a fixed order. Links are left out. */
export async function listFiles(root: string, folder: string): Promise<{ path: string; bytes: number }[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files: { path: string; bytes: number }[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    // Drafts of a render that is under way.
    if (entry.name.startsWith('.draft-')) continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) files.push(...(await listFiles(root, path)));
    else if (entry.isFile()) files.push({ path, bytes: (await lstat(join(root, path))).size });
  }
  return files;
}
