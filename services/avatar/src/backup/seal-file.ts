import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { AppError } from '@anima/service/errors';
import { backupFolderNames, isBackupTime } from './backup.js';

/**
 * An encrypted backup: one line of JSON, which is authenticated with the rest, then the ciphertext, then its tag.
 * AES-256-GCM with a key that scrypt makes of the passphrase.
 */
export interface SealHeader {
  format: string;
  version: number;
  created_at: string;
  dirs: string[];
  cipher: 'aes-256-gcm';
  kdf: 'scrypt';
  kdf_parameters: { n: number; r: number; p: number };
  salt: string;
  iv: string;
}

/** 128 MiB and about 0.4 s a try: the first choice of OWASP's Password Storage Cheat Sheet for scrypt. */
const PARAMETERS = { n: 2 ** 17, r: 8, p: 1 };
/** A header may not ask for a key that is cheap to guess or dear to make. */
const ALLOWED_N = { minimum: 2 ** 15, maximum: 2 ** 18 };
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
export const MAX_HEADER_BYTES = 4_096;

export async function* seal(
  plain: AsyncIterable<Uint8Array>,
  passphrase: string,
  about: Pick<SealHeader, 'format' | 'version' | 'created_at' | 'dirs'>,
): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const header: SealHeader = {
    ...about,
    cipher: 'aes-256-gcm',
    kdf: 'scrypt',
    kdf_parameters: PARAMETERS,
    salt: salt.toString('base64'),
    iv: iv.toString('base64'),
  };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt, PARAMETERS), iv);
  cipher.setAAD(line);
  yield line;
  for await (const piece of plain) yield cipher.update(piece);
  cipher.final();
  yield cipher.getAuthTag();
}

/** The header line of an encrypted backup; null for a plain one. */
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

/** It may come from anywhere, and is authenticated only when the rest of the backup was read. */
function isSealHeader({ cipher, dirs, salt, iv, created_at, kdf_parameters }: SealHeader): boolean {
  const isKnown = (name: unknown) => (backupFolderNames as unknown[]).includes(name);
  return (
    cipher === 'aes-256-gcm' &&
    Array.isArray(dirs) &&
    dirs.every(isKnown) &&
    isBackupTime(created_at) &&
    [salt, iv].every((text) => typeof text === 'string') &&
    Buffer.from(iv, 'base64').length === IV_BYTES &&
    typeof kdf_parameters === 'object' &&
    kdf_parameters !== null
  );
}

/** The key of an encrypted backup; takes as long as its parameters say. */
export function sealKey(
  { kdf_parameters: parameters, salt }: SealHeader,
  passphrase: string,
): Promise<Buffer> {
  const { n, r, p } = parameters;
  const isAllowed = n >= ALLOWED_N.minimum && n <= ALLOWED_N.maximum && r === 8 && p >= 1 && p <= 4;
  if (!isAllowed || !Number.isInteger(Math.log2(n))) throw cannotOpen();
  return deriveKey(passphrase, Buffer.from(salt, 'base64'), { n, r, p });
}

/**
 * Decrypts the content of a backup. It is trusted only if the generator ends without `wrong_passphrase`,
 * because the tag is verified last.
 */
export async function* unseal(
  sealed: AsyncIterable<Uint8Array>,
  { header, line }: { header: SealHeader; line: Buffer },
  key: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(header.iv, 'base64'), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(line);
  let skip = line.length;
  // The last sixteen bytes are the tag: so many are always held back.
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
    'Wrong passphrase, or the backup was changed. The current data is unchanged',
    { cause },
  );
}

function deriveKey(
  passphrase: string,
  salt: Uint8Array,
  { n, r, p }: SealHeader['kdf_parameters'],
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, { N: n, r, p, maxmem: 256 * n * r }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
