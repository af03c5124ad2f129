import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { replaceFile } from './replace-file.js';

/** Returns a secret from its file, which only its owner can read. Creates it at the first call. */
export async function loadOrCreateSecret(path: string): Promise<string> {
  const known = await knownSecret(path);
  if (known !== undefined) return known;
  const secret = randomBytes(32).toString('base64url');
  await replaceFile(path, `${secret}\n`);
  return secret;
}

/** The one that the file has, if there is one. */
export async function knownSecret(path: string): Promise<string | undefined> {
  const known = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return known.trim() || undefined;
}
