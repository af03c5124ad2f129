import { AppError } from '@anima/service/errors';
import {
  createSealCipher,
  createSealDecipher,
  deriveSealKey,
  hasAcceptedParameters,
  newSealFields,
  type SealFields,
  TAG_BYTES,
} from '@anima/service/sealing';
import { backupFolderNames, isBackupTime } from './backup.js';

/**
 * Header of an encrypted backup: one line of JSON, which is authenticated with the rest. The ciphertext follows, then
 * its tag.
 */
export interface SealHeader extends SealFields {
  format: string;
  version: number;
  created_at: string;
  dirs: string[];
}

export const MAX_HEADER_BYTES = 4_096;

/** Encrypts a backup with a passphrase. */
export async function* seal(
  plain: AsyncIterable<Uint8Array>,
  passphrase: string,
  about: Pick<SealHeader, 'format' | 'version' | 'created_at' | 'dirs'>,
): AsyncGenerator<Uint8Array> {
  const header: SealHeader = { ...about, ...newSealFields() };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  const cipher = createSealCipher(header, await deriveSealKey(header, passphrase), line);
  yield line;
  for await (const piece of plain) yield cipher.update(piece);
  cipher.final();
  yield cipher.getAuthTag();
}

/** Reads the header line of an encrypted backup; returns null for a plain one. */
export function readSealHeader(start: Buffer): { header: SealHeader; line: Buffer } | null {
  if (start[0] !== '{'.charCodeAt(0)) return null;
  const end = start.indexOf('\n');
  if (end === -1) return null;
  try {
    const header = JSON.parse(start.toString('utf8', 0, end)) as SealHeader;
    return isSealHeader(header) ? { header, line: start.subarray(0, end + 1) } : null;
  } catch {
    return null;
  }
}

/** The header may come from anywhere; it is authenticated only after the whole backup has been read. */
function isSealHeader({ cipher, dirs, salt, iv, created_at, kdf_parameters }: SealHeader): boolean {
  const isKnown = (name: unknown) => (backupFolderNames as unknown[]).includes(name);
  return (
    cipher === 'aes-256-gcm' &&
    Array.isArray(dirs) &&
    dirs.every(isKnown) &&
    isBackupTime(created_at) &&
    [salt, iv].every((text) => typeof text === 'string') &&
    typeof kdf_parameters === 'object' &&
    kdf_parameters !== null
  );
}

/** Derives the key of an encrypted backup; the time depends on the parameters of the header. */
export async function sealKey(header: SealHeader, passphrase: string): Promise<Buffer> {
  if (!hasAcceptedParameters(header)) throw cannotOpen();
  return deriveSealKey(header, passphrase);
}

/**
 * Decrypts a backup. Its content is trusted only after the end, if nothing was thrown: the tag is compared last.
 * @throws AppError `wrong_passphrase`
 */
export async function* unseal(
  sealed: AsyncIterable<Uint8Array>,
  { header, line }: { header: SealHeader; line: Buffer },
  key: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const decipher = createSealDecipher(header, key, line);
  let skip = line.length;
  // Holds back the last 16 bytes, which are the tag.
  let held = Buffer.alloc(0);
  for await (const piece of sealed) {
    const bytes = Buffer.concat([held, piece.subarray(Math.min(skip, piece.length))]);
    skip -= Math.min(skip, piece.length);
    const whole = Math.max(0, bytes.length - TAG_BYTES);
    held = bytes.subarray(whole);
    if (whole > 0) yield decipher.update(bytes.subarray(0, whole));
  }
  try {
    decipher.setAuthTag(held);
    yield decipher.final();
  } catch (cause) {
    throw cannotOpen(cause);
  }
}

function cannotOpen(cause?: unknown): AppError {
  return new AppError(
    'wrong_passphrase',
    'The passphrase is not the one of this backup, or the backup was changed. Nothing was restored',
    { cause },
  );
}
