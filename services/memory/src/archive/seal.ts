import { AppError } from '@anima/service/errors';
import { strictObject } from '@anima/service/schema';
import {
  createSealCipher,
  createSealDecipher,
  deriveSealKey,
  hasAcceptedParameters,
  newSealFields,
  type SealFields,
  sealFields,
  TAG_BYTES,
} from '@anima/service/sealing';
import Type, { type Static } from 'typebox';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, archiveSections, notAnArchive } from './archive-format.js';
import { canonicalJson } from './canonical-json.js';
import { JsonSyntaxError, JsonTooLargeError, splitJson } from './json-splitter.js';
import { createRecordCheck } from './record-check.js';

/** Maximum size of an envelope member other than the ciphertext. */
const MAX_MEMBER_BYTES = 4096;

/**
 * Schema of an encrypted archive without ciphertext and tag. These members are authenticated with the
 * ciphertext.
 */
const SealHeader = strictObject({
  format: Type.Literal(ARCHIVE_FORMAT),
  version: Type.Literal(ARCHIVE_VERSION),
  ...sealFields,
});
type SealHeader = Static<typeof SealHeader>;

const Envelope = strictObject({ ...SealHeader.properties, tag: sealFields.salt });
export type Envelope = Static<typeof Envelope>;
const checkEnvelope = createRecordCheck(Envelope);

/** Parameters of the key derivation. */
export type ScryptParameters = SealFields['kdf_parameters'];

/** Encrypts an archive and yields the encrypted text. Tests pass cheaper `parameters`. */
export async function* seal(
  plain: AsyncIterable<Uint8Array>,
  passphrase: string,
  parameters?: ScryptParameters,
): AsyncGenerator<Uint8Array> {
  const header: SealHeader = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    ...newSealFields(parameters),
  };
  const cipher = createSealCipher(header, await deriveSealKey(header, passphrase), authenticated(header));
  yield Buffer.from(`${JSON.stringify(header).slice(0, -1)},"ciphertext":"`);
  // Base64 encodes three bytes as four characters. The remaining bytes are encoded with the next piece.
  let rest = Buffer.alloc(0);
  for await (const piece of plain) {
    const bytes = Buffer.concat([rest, cipher.update(piece)]);
    const whole = bytes.length - (bytes.length % 3);
    rest = bytes.subarray(whole);
    yield Buffer.from(bytes.toString('base64', 0, whole));
  }
  const last = Buffer.concat([rest, cipher.final()]).toString('base64');
  yield Buffer.from(`${last}","tag":"${cipher.getAuthTag().toString('base64')}"}\n`);
}

/** Reads the envelope of an encrypted archive. Returns null for any other file, such as a plain archive. */
export async function readEnvelope(text: AsyncIterable<Uint8Array>): Promise<Envelope | null> {
  const members: Record<string, unknown> = {};
  let hasCiphertext = false;
  try {
    const options = { arrays: archiveSections, strings: ['ciphertext'], maxValueBytes: MAX_MEMBER_BYTES };
    for await (const part of splitJson(text, options)) {
      if (part.kind === 'array') return null;
      if (part.kind === 'piece') hasCiphertext = true;
      else if (part.kind === 'value') {
        if (Object.hasOwn(members, part.key)) throw notAnArchive('a member stands in it twice');
        members[part.key] = part.value;
      }
    }
  } catch (error) {
    // A file without a cipher or ciphertext is not an envelope; reading it as a plain archive reports the
    // error.
    if (!('cipher' in members || hasCiphertext)) return null;
    if (error instanceof JsonSyntaxError) throw notAnArchive(error.message);
    if (error instanceof JsonTooLargeError)
      throw notAnArchive('its envelope is not as this service writes it');
    throw error;
  }
  if (!('cipher' in members || hasCiphertext)) return null;
  const envelope = checkEnvelope(members);
  if ('invalid' in envelope) throw notAnArchive(envelope.invalid);
  if (!hasCiphertext) throw notAnArchive('it has no ciphertext');
  if (!Number.isInteger(Math.log2(envelope.kdf_parameters.n))) {
    throw notAnArchive('its kdf_parameters.n is no power of two');
  }
  return envelope;
}

/**
 * Derives the key of an envelope; the duration depends on its parameters. Rejects with `wrong_passphrase` if
 * the parameters are not accepted.
 */
export async function envelopeKey(envelope: Envelope, passphrase: string): Promise<Buffer> {
  if (!hasAcceptedParameters(envelope)) throw cannotOpen();
  return deriveSealKey(envelope, passphrase);
}

/**
 * Decrypts the ciphertext in `text`. Callers must not trust the output until the generator ends without an
 * error, because the tag is compared last. Throws `wrong_passphrase`.
 */
export async function* unseal(
  text: AsyncIterable<Uint8Array>,
  envelope: Envelope,
  key: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const { tag, ...header } = envelope;
  const decipher = createSealDecipher(envelope, key, authenticated(header));
  decipher.setAuthTag(fromBase64(tag, TAG_BYTES));
  let rest = '';
  for await (const piece of ciphertextOf(text)) {
    const characters = rest + piece;
    const whole = characters.length - (characters.length % 4);
    rest = characters.slice(whole);
    yield decipher.update(fromBase64(characters.slice(0, whole)));
  }
  if (rest !== '') throw cannotOpen();
  try {
    yield decipher.final();
  } catch (cause) {
    throw cannotOpen(cause);
  }
}

async function* ciphertextOf(text: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const options = { arrays: [], strings: ['ciphertext'], maxValueBytes: MAX_MEMBER_BYTES };
  try {
    for await (const part of splitJson(text, options)) if (part.kind === 'piece') yield part.text;
  } catch (error) {
    // The envelope was read before without an error, so the file is being changed.
    if (error instanceof JsonSyntaxError || error instanceof JsonTooLargeError) throw cannotOpen(error);
    throw error;
  }
}

/**
 * Returns the header as canonical JSON, so that it does not depend on the layout, like the archive digest.
 */
function authenticated(header: SealHeader): Buffer {
  return Buffer.from(canonicalJson(header)!);
}

/**
 * Decodes canonical Base64. Throws `wrong_passphrase` for other encodings of the same bytes, which Node.js
 * would accept, and for a wrong number of bytes.
 */
function fromBase64(text: string, bytes?: number): Buffer {
  const decoded = Buffer.from(text, 'base64');
  if (decoded.toString('base64') !== text || (bytes !== undefined && decoded.length !== bytes))
    throw cannotOpen();
  return decoded;
}

function cannotOpen(cause?: unknown): AppError {
  return new AppError(
    'wrong_passphrase',
    'The passphrase is not the one of this archive, or the archive was changed. Nothing was imported',
    { cause },
  );
}
