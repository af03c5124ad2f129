import { type FileHandle, open } from 'node:fs/promises';

/** Properties that must be equal to put the videos of mp4 files in one track. */
export interface FilmTrack {
  /** Decoder settings of H.264 (avcC, ISO 14496-15, section 5.3.3.1). */
  settings: Buffer;
  /** Ticks in a second. */
  timescale: number;
  /** Duration of each frame in ticks; null if it varies. */
  frameTicks: number | null;
  frames: number;
  /** Whether the file has an audio track. */
  hasSound: boolean;
}

/** A description of hours of film takes a few megabytes. */
const MAX_MOVIE_BYTES = 64 * 1024 * 1024;

/** Reads the first H.264 track of an mp4 file (ISO 14496-12). Returns null for other files. */
export async function readFilmTrack(path: string): Promise<FilmTrack | null> {
  const file = await open(path, 'r');
  try {
    const movie = await readMovie(file);
    if (movie === null) return null;
    const tracks = boxes(movie, 'trak');
    const pictures = tracks.map(parsePictures).find((track) => track !== null);
    return pictures === undefined ? null : { ...pictures, hasSound: tracks.some(isSound) };
  } finally {
    await file.close();
  }
}

async function readMovie(file: FileHandle): Promise<Buffer | null> {
  const { size: bytes } = await file.stat();
  for (let position = 0; position + 8 <= bytes; ) {
    const header = Buffer.alloc(16);
    await file.read(header, 0, 16, position);
    const short = header.readUInt32BE(0);
    const size = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
    if (size < 8) return null;
    if (header.toString('latin1', 4, 8) === 'moov') {
      if (size > MAX_MOVIE_BYTES) return null;
      const movie = Buffer.alloc(size - 8);
      await file.read(movie, 0, movie.length, position + 8);
      return movie;
    }
    position += size;
  }
  return null;
}

function isSound(track: Buffer): boolean {
  const handler = boxes(boxes(track, 'mdia')[0] ?? Buffer.alloc(0), 'hdlr')[0];
  return handler?.toString('latin1', 8, 12) === 'soun';
}

function parsePictures(track: Buffer): Omit<FilmTrack, 'hasSound'> | null {
  const media = boxes(track, 'mdia')[0];
  const header = media && boxes(media, 'mdhd')[0];
  const table = media && boxes(boxes(media, 'minf')[0] ?? Buffer.alloc(0), 'stbl')[0];
  if (header === undefined || table === undefined) return null;
  // A sample description has 8 bytes before its entries, the entry of a picture 78 before its own boxes.
  const entry = boxes((boxes(table, 'stsd')[0] ?? Buffer.alloc(8)).subarray(8), 'avc1')[0];
  const settings = entry && boxes(entry.subarray(78), 'avcC')[0];
  const times = boxes(table, 'stts')[0];
  if (settings === undefined || times === undefined || times.length < 16) return null;
  const runs = times.readUInt32BE(4);
  let frames = 0;
  for (let run = 0; run < runs && 16 + run * 8 <= times.length; run++)
    frames += times.readUInt32BE(8 + run * 8);
  const timescale = header.readUInt32BE(header[0] === 1 ? 20 : 12);
  return { settings, timescale, frameTicks: runs === 1 ? times.readUInt32BE(12) : null, frames };
}

/** The contents of the boxes of a type. */
function boxes(parent: Buffer, type: string): Buffer[] {
  const found: Buffer[] = [];
  for (let position = 0; position + 8 <= parent.length; ) {
    const size = parent.readUInt32BE(position);
    if (size < 8 || position + size > parent.length) break;
    if (parent.toString('latin1', position + 4, position + 8) === type)
      found.push(parent.subarray(position + 8, position + size));
    position += size;
  }
  return found;
}
