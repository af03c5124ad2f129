/** What a track file says of itself and of the clip it belongs to. */
export interface TrackInfo {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** SHA-256 of the clip, in hexadecimal. */
  readonly source: string;
}

export type TrackFileErrorCode = 'track_unreadable' | 'track_damaged';

/** A file that is no track, or of another version, or damaged: make it anew. */
export class TrackFileError extends Error {
  override readonly name = 'TrackFileError';
  constructor(
    readonly code: TrackFileErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Magic 4, version 4, width 4, height 4, fps 8, frames of a complete track 4, unused 4, SHA-256 32. */
export const HEADER_BYTES = 64;
const MAGIC = 'AFTR';
/** Changes with the layout of the file, and with what the points mean. */
const VERSION = 1;
const SOURCE_AT = 32;
const FRAMES_AT = 24;
/** In the place of the number of frames while they are still being written. */
const INCOMPLETE = 0xffffffff;

/** `frames` is null while the track is being written. */
export function encodeHeader({ width, height, fps, source }: TrackInfo, frames: number | null): Buffer {
  if (!/^[0-9a-f]{64}$/.test(source))
    throw new RangeError(`Expected 64 hexadecimal digits for the source of a track, received ${source}`);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header.writeUInt32LE(VERSION, 4);
  header.writeUInt32LE(width, 8);
  header.writeUInt32LE(height, 12);
  header.writeDoubleLE(fps, 16);
  header.writeUInt32LE(frames ?? INCOMPLETE, FRAMES_AT);
  header.write(source, SOURCE_AT, 'hex');
  return header;
}

/** Throws a TrackFileError 'track_unreadable'; `path` is only named in it. */
export function decodeHeader(header: Buffer, path: string): { info: TrackInfo; frames: number | null } {
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, 4) !== MAGIC)
    throw new TrackFileError('track_unreadable', `Expected a face track in ${path}`);
  const version = header.readUInt32LE(4);
  if (version !== VERSION)
    throw new TrackFileError(
      'track_unreadable',
      `Expected a face track of version ${VERSION} in ${path}, received ${version}`,
    );
  const frames = header.readUInt32LE(FRAMES_AT);
  return {
    info: {
      width: header.readUInt32LE(8),
      height: header.readUInt32LE(12),
      fps: header.readDoubleLE(16),
      source: header.toString('hex', SOURCE_AT, HEADER_BYTES),
    },
    frames: frames === INCOMPLETE ? null : frames,
  };
}
