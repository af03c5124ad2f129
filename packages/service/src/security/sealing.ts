import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  type DecipherGCM,
  randomBytes,
  scrypt,
} from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';

const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** The length of IV for which GCM is designed (NIST SP 800-38D, 5.2.1.1). */
const IV_BYTES = 12;
export const TAG_BYTES = 16;

/**
 * Accepted scrypt parameters: at least a quarter of the work of `SCRYPT_PARAMETERS`, so that the key is not cheap to
 * guess; at most 256 MiB and a few seconds. The memory needed is 128 * n * r bytes.
 */
const KdfParameters = Type.Object(
  {
    n: Type.Integer({ minimum: 2 ** 15, maximum: 2 ** 18 }),
    r: Type.Unsafe<number>(Type.Literal(8)),
    p: Type.Integer({ minimum: 1, maximum: 4 }),
  },
  { additionalProperties: false },
);
type KdfParameters = Static<typeof KdfParameters>;
const Base64 = Type.String({ maxLength: 128 });

/** Fields of the header of an encrypted file, which describe its encryption. Salt and IV are in base64. */
export const sealFields = {
  cipher: Type.Literal('aes-256-gcm'),
  kdf: Type.Literal('scrypt'),
  kdf_parameters: KdfParameters,
  salt: Base64,
  iv: Base64,
};
export interface SealFields {
  cipher: 'aes-256-gcm';
  kdf: 'scrypt';
  kdf_parameters: KdfParameters;
  salt: string;
  iv: string;
}

/** 128 MiB and about 0.4 s per attempt: the first choice for scrypt of OWASP's Password Storage Cheat Sheet. */
const SCRYPT_PARAMETERS: KdfParameters = { n: 2 ** 17, r: 8, p: 1 };

/** Creates the fields for a new file, with a random salt and IV. Tests pass cheaper `parameters`. */
export function newSealFields(parameters: KdfParameters = SCRYPT_PARAMETERS): SealFields {
  return {
    cipher: 'aes-256-gcm',
    kdf: 'scrypt',
    kdf_parameters: parameters,
    salt: randomBytes(SALT_BYTES).toString('base64'),
    iv: randomBytes(IV_BYTES).toString('base64'),
  };
}

/** Whether the fields of a file that may come from anywhere are in the accepted ranges. */
export function hasAcceptedParameters({ kdf_parameters, salt, iv }: SealFields): boolean {
  return (
    Check(KdfParameters, kdf_parameters) &&
    Number.isInteger(Math.log2(kdf_parameters.n)) &&
    hasBytes(salt, SALT_BYTES) &&
    hasBytes(iv, IV_BYTES)
  );
}

/** Derives the key; the time depends on the parameters. Normalises the passphrase (NFC), since keyboards differ in Unicode form. */
export function deriveSealKey(
  { kdf_parameters: { n, r, p }, salt }: SealFields,
  passphrase: string,
): Promise<Buffer> {
  const options = { N: n, r, p, maxmem: 256 * n * r };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), KEY_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

/** Creates the cipher; `header` is authenticated with the ciphertext. */
export function createSealCipher({ iv }: SealFields, key: Uint8Array, header: Uint8Array): CipherGCM {
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), { authTagLength: TAG_BYTES });
  return cipher.setAAD(header);
}

/** Creates the decipher. Its output is trusted only after `final()`, which throws if the key or any byte is wrong. */
export function createSealDecipher({ iv }: SealFields, key: Uint8Array, header: Uint8Array): DecipherGCM {
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), {
    authTagLength: TAG_BYTES,
  });
  return decipher.setAAD(header);
}

/** Accepts only the canonical base64 text of so many bytes. */
function hasBytes(base64: string, bytes: number): boolean {
  const decoded = Buffer.from(base64, 'base64');
  return decoded.length === bytes && decoded.toString('base64') === base64;
}
