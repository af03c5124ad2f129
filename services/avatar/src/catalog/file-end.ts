import { isPacked } from '@anima/face/packings';
import { AppError } from '@anima/service/errors';
import type { MediaFormat } from './media-format.js';

/** Reads up to `length` bytes at `position`. */
export type ReadBytes = (position: number, length: number) => Promise<Buffer>;

/**
 * Refuses a file that breaks off before the end its container announces: its beginning could be shown, its end not.
 * Pictures need no such look: they are decoded whole.
 */
export async function assertWhole(format: MediaFormat, read: ReadBytes, bytes: number): Promise<void> {
  if (format === 'mp4' || format === 'mov') return assertWholeBoxes(read, bytes);
  if (format === 'webm' || format === 'mkv') return assertWholeSegment(read, bytes);
  if (format === 'gif') return assertTrailer(read, bytes);
  if (format === 'glb') return assertWholeGlb(read, bytes);
}

/** Ten hours in fragments of half a second. A file of only boxes would take minutes to check. */
const MAX_BOXES = 150_000;
/** Box types at the top level of a file. */
const BOX_TYPES = new Set(['ftyp', 'moov', 'mdat', 'moof', 'mfra', 'free', 'skip', 'wide', 'meta', 'uuid']);

/**
 * ISO 14496-12: consecutive boxes start with a 32-bit size. 1: the size is in the 64 bits after the type. 0:
 * the box extends to the end.
 */
async function assertWholeBoxes(read: ReadBytes, bytes: number): Promise<void> {
  let hasMovie = false;
  for (let position = 0, boxes = 0; position < bytes && boxes < MAX_BOXES; boxes++) {
    const header = await read(position, 16);
    // Some writers leave a few bytes behind their last box.
    if (header.length < 8) break;
    const type = header.toString('latin1', 4, 8);
    hasMovie ||= type === 'moov';
    const short = header.readUInt32BE(0);
    if (short === 0) break;
    const size = short === 1 ? Number(header.length < 16 ? 0n : header.readBigUInt64BE(8)) : short;
    if (size < 8) break;
    position += size;
    // Otherwise these are bytes after the last box.
    if (position > bytes && BOX_TYPES.has(type)) throw breaksOff();
  }
  if (!hasMovie) throw breaksOff();
}

/** GIF89a, section 27: the last byte is a semicolon. Zeros after it are accepted. */
async function assertTrailer(read: ReadBytes, bytes: number): Promise<void> {
  const end = await read(Math.max(0, bytes - 64), 64);
  if (end.findLast((byte) => byte !== 0) !== 0x3b) throw breaksOff();
}

/** Matroska (RFC 9559): the EBML header, then one segment with its length; all ones: as long as the file is. */
async function assertWholeSegment(read: ReadBytes, bytes: number): Promise<void> {
  let position = 0;
  for (let element = 0; element < 2; element++) {
    const header = await read(position, 12);
    const idLength = header.length === 0 ? 0 : leadingLength(header[0]!);
    const lengthLength = leadingLength(header[idLength] ?? 0);
    if (header.length < idLength + lengthLength) throw breaksOff();
    let length = BigInt(header[idLength]! & (0xff >> lengthLength));
    for (let i = 1; i < lengthLength; i++) length = (length << 8n) | BigInt(header[idLength + i]!);
    if (length === (1n << BigInt(7 * lengthLength)) - 1n) return;
    position += idLength + lengthLength + Number(length);
    if (position > bytes) throw breaksOff();
  }
}

/** How many bytes a number of EBML takes: one more than zeros lead its first byte. */
function leadingLength(byte: number): number {
  return Math.clz32(byte) - 23;
}

/** glTF 2.0, section 4.4: magic, version and total length, then the JSON chunk with the rest. */
async function assertWholeGlb(read: ReadBytes, bytes: number): Promise<void> {
  const header = await read(0, 20);
  if (header.length < 20 || header.readUInt32LE(8) > bytes) throw breaksOff();
  const version = header.readUInt32LE(4);
  if (version !== 2)
    throw new AppError('media_unreadable', `Expected a GLB file of version 2, received ${version}`);
  const jsonBytes = header.readUInt32LE(12);
  if (20 + jsonBytes > header.readUInt32LE(8)) throw notGltf();
  const root = await readGlbRoot(read);
  if (typeof root?.asset?.version !== 'string') throw notGltf();
}

/** Returns the format of a complete GLB: an extension identifies VRM 0.x and 1.0. */
export async function headFormatOf(read: ReadBytes): Promise<'glb' | 'vrm'> {
  const extensions = (await readGlbRoot(read))?.extensions;
  if (typeof extensions !== 'object' || extensions === null) return 'glb';
  return 'VRM' in extensions || 'VRMC_vrm' in extensions ? 'vrm' : 'glb';
}

/** Whether meshes or pictures of a whole GLB are compressed, which no page reads. */
export async function isPackedHead(read: ReadBytes): Promise<boolean> {
  return isPacked((await readGlbRoot(read)) ?? {});
}

interface GlbRoot {
  asset?: { version?: unknown };
  extensions?: unknown;
  extensionsUsed?: unknown;
  extensionsRequired?: unknown;
}

async function readGlbRoot(read: ReadBytes): Promise<GlbRoot | null> {
  const header = await read(0, 20);
  const jsonBytes = header.readUInt32LE(12);
  if (header.toString('latin1', 16, 20) !== 'JSON' || jsonBytes > MAX_GLB_JSON_BYTES) throw notGltf();
  try {
    return JSON.parse((await read(20, jsonBytes)).toString('utf8'));
  } catch {
    throw notGltf();
  }
}

/** A head with all its shapes has some hundred kilobytes of it. */
const MAX_GLB_JSON_BYTES = 8 * 1024 * 1024;

function breaksOff(): AppError {
  return new AppError('media_unreadable', 'Expected a complete file, received a truncated file');
}

function notGltf(): AppError {
  return new AppError(
    'media_unreadable',
    'Expected a GLB file that begins with the description of its scene',
  );
}
