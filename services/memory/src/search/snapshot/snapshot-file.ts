import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/**
 * A file of named sections: "ANIMAIDX", u32 version | sections | footer (JSON) | u32 length of the footer,
 * u32 its CRC, "ANIMAIDX". The footer contains length and CRC of each section, so that every byte of the file
 * is checked. Numbers have the byte order of the machine; another byte order looks like another version.
 */
const MAGIC = Buffer.from('ANIMAIDX', 'latin1');
const VERSION = 1;
const PRELUDE_BYTES = MAGIC.length + 4;
const TRAILER_BYTES = 8 + MAGIC.length;
/** Number of bytes that are written at once; copying them takes well under a millisecond. */
const WRITE_BYTES = 1 << 18;
const READ_BYTES = 8 << 20;

export interface Section {
  name: string;
  /** Each piece is copied before the next is requested, and the index can be written in between. */
  pieces(): Iterable<Uint8Array>;
}

interface Footer<Meta> {
  meta: Meta;
  sections: { name: string; bytes: number; crc: number }[];
}

/**
 * Writes a file next to `path`, flushes it to the disk, and renames it to `path`, so that readers get the
 * complete old or new file. Stops and returns false once `isValid` returns false. Only one call per path at a
 * time is allowed.
 */
export async function writeSnapshotFile(
  path: string,
  meta: unknown,
  sections: readonly Section[],
  isValid: () => boolean,
): Promise<boolean> {
  const unfinished = unfinishedPath(path);
  const file = await open(unfinished, 'w', 0o600);
  try {
    const footer: Footer<unknown> = { meta, sections: [] };
    await file.writev([MAGIC, u32(VERSION)]);
    for (const { name, pieces } of sections) {
      const written = await writePieces(file, pieces(), isValid);
      if (written === null) return false;
      footer.sections.push({ name, ...written });
    }
    const encoded = Buffer.from(JSON.stringify(footer));
    await file.writev([encoded, u32(encoded.length), u32(crc32(encoded)), MAGIC]);
    await file.sync();
    await file.close();
    if (!isValid()) return false;
    await rename(unfinished, path);
    return true;
  } finally {
    await file.close().catch(() => {});
    await rm(unfinished, { force: true });
  }
}

/** Removes the file that a process left next to `path` if it exited while writing. */
export async function removeUnfinished(path: string): Promise<void> {
  await rm(unfinishedPath(path), { force: true });
}

function unfinishedPath(path: string): string {
  return `${path}.tmp`;
}

async function writePieces(
  file: FileHandle,
  pieces: Iterable<Uint8Array>,
  isValid: () => boolean,
): Promise<{ bytes: number; crc: number } | null> {
  let buffer = new Uint8Array(WRITE_BYTES * 2);
  let filled = 0;
  const total = { bytes: 0, crc: 0 };
  const flush = async () => {
    const part = buffer.subarray(0, filled);
    total.crc = crc32(part, total.crc);
    total.bytes += filled;
    filled = 0;
    for (let done = 0; done < part.length; ) {
      done += (await file.write(part, done)).bytesWritten;
    }
  };
  for (const piece of pieces) {
    if (filled + piece.length > buffer.length) {
      const larger = new Uint8Array(filled + piece.length);
      larger.set(buffer.subarray(0, filled));
      buffer = larger;
    }
    buffer.set(piece, filled);
    filled += piece.length;
    if (filled < WRITE_BYTES) continue;
    await flush();
    if (!isValid()) return null;
  }
  await flush();
  return isValid() ? total : null;
}

/** The file is not a complete snapshot of this version; the message has the reason. */
export class SnapshotError extends Error {}

export interface SnapshotReader<Meta> {
  readonly meta: Meta;
  /** Reads a section into `target`, which must have its length. */
  readInto(name: string, target: Uint8Array): Promise<void>;
  read(name: string): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** Checks the outline of the file; sections are checked when they are read. Throws a SnapshotError. */
export async function openSnapshotFile<Meta>(path: string): Promise<SnapshotReader<Meta>> {
  const file = await open(path, 'r');
  try {
    const { meta, sections } = await readFooter<Meta>(file);
    const places = new Map<string, { at: number; bytes: number; crc: number }>();
    let at = PRELUDE_BYTES;
    for (const { name, bytes, crc } of sections) {
      places.set(name, { at, bytes, crc });
      at += bytes;
    }
    const place = (name: string) => {
      const found = places.get(name);
      if (found === undefined) throw new SnapshotError(`it has no section "${name}"`);
      return found;
    };
    const readInto = async (name: string, target: Uint8Array) => {
      const { at, bytes, crc } = place(name);
      if (target.length !== bytes) {
        throw new SnapshotError(`section "${name}" has ${bytes} bytes, expected ${target.length}`);
      }
      if ((await readAll(file, target, at)) !== crc) throw new SnapshotError(`section "${name}" is damaged`);
    };
    return {
      meta,
      readInto,
      async read(name) {
        const bytes = new Uint8Array(place(name).bytes);
        await readInto(name, bytes);
        return bytes;
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readFooter<Meta>(file: FileHandle): Promise<Footer<Meta>> {
  const { size } = await file.stat();
  if (size < PRELUDE_BYTES + TRAILER_BYTES) throw new SnapshotError('it is cut short');
  const prelude = Buffer.alloc(PRELUDE_BYTES);
  await readAll(file, prelude, 0);
  if (!prelude.subarray(0, MAGIC.length).equals(MAGIC)) throw new SnapshotError('it is not a saved index');
  if (!prelude.subarray(MAGIC.length).equals(u32(VERSION))) {
    throw new SnapshotError(
      `it has format version ${prelude.readUInt32LE(MAGIC.length)}, expected ${VERSION}`,
    );
  }
  const trailer = Buffer.alloc(TRAILER_BYTES);
  await readAll(file, trailer, size - TRAILER_BYTES);
  if (!trailer.subarray(8).equals(MAGIC)) throw new SnapshotError('it is cut short');
  const [length, crc] = new Uint32Array(trailer.buffer, trailer.byteOffset, 2) as unknown as [number, number];
  const footerAt = size - TRAILER_BYTES - length;
  if (footerAt < PRELUDE_BYTES) throw new SnapshotError('its footer is damaged');
  const encoded = Buffer.alloc(length);
  if ((await readAll(file, encoded, footerAt)) !== crc) throw new SnapshotError('its footer is damaged');
  const footer = JSON.parse(encoded.toString()) as Footer<Meta>;
  const sectionBytes = footer.sections.reduce((sum, { bytes }) => sum + bytes, 0);
  if (PRELUDE_BYTES + sectionBytes !== footerAt) throw new SnapshotError('its sections do not add up');
  return footer;
}

/** Fills the target from `position` on; returns the CRC of the bytes. */
async function readAll(file: FileHandle, target: Uint8Array, position: number): Promise<number> {
  let crc = 0;
  for (let done = 0; done < target.length; ) {
    const { bytesRead } = await file.read(
      target,
      done,
      Math.min(READ_BYTES, target.length - done),
      position + done,
    );
    if (bytesRead === 0) throw new SnapshotError('it is cut short');
    crc = crc32(target.subarray(done, done + bytesRead), crc);
    done += bytesRead;
  }
  return crc;
}

function u32(value: number): Buffer {
  return Buffer.from(new Uint32Array([value]).buffer);
}
