import { crc32 } from 'node:zlib';
import type { FaceMeasures } from './face-frame.js';
import { LANDMARKS, type TrackedFace } from './face-track.js';

/** Metadata of a track file and its clip. */
export interface TrackInfo {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** SHA-256 of the clip, in hexadecimal. */
  readonly source: string;
}

export type TrackFileErrorCode = 'track_unreadable' | 'track_damaged';

/**
 * Error for a file that is not a track, has another version or is damaged. The track must be created again.
 */
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
/** Changes with the layout of the file and with the meaning of the points. */
const VERSION = 1;
const SOURCE_AT = 32;
const FRAMES_AT = 24;
/** Number of frames in the header while frames are still being written. */
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

/** Throws a TrackFileError 'track_unreadable'. `path` is used only in its message. */
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

/**
 * One frame in a track file, little endian, the same length with and without a face:
 *
 * | at | type | |
 * |---|---|---|
 * | 0 | uint32 | CRC-32 of what follows |
 * | 4 | uint32 | number of the frame, counted from 1: what was never written is 0 |
 * | 8 | uint8 | 1: a face, 2: the picture was cut before this frame |
 * | 9 | uint8 | s: the step of a coordinate is 2^s / 32 pixels |
 * | 12 | float32 | presence |
 * | 16 | float32 x 2 | x, y in pixels that coordinates count from |
 * | 24 | float32 x 6 | the measures, in the order of MEASURES |
 * | 48 | int16 x 1404 | x, y, z of each point in steps |
 */
export const RECORD_BYTES = 48 + 3 * LANDMARKS * 2;
/** Bytes of a record that contain all except its points. */
export const RECORD_HEAD_BYTES = 48;

export const MEASURES = [
  'mouthOpening',
  'rightEyeOpening',
  'leftEyeOpening',
  'yaw',
  'pitch',
  'roll',
] as const satisfies readonly (keyof FaceMeasures)[];

const CHECKED_FROM = 4;
const FRAME_AT = 4;
const FLAGS_AT = 8;
const STEP_AT = 9;
const PRESENCE_AT = 12;
const ORIGIN_AT = 16;
const MEASURES_AT = 24;
const POINTS_AT = 48;
const FACE = 1;
const CUT = 2;
/** Steps of a pixel for faces of up to 2,000 pixels. Larger faces have coarser steps. */
const STEPS = 32;
const MAX_STEPS = 32767;

export interface RecordHead {
  /** -1 for a missing record. */
  readonly frame: number;
  readonly cut: boolean;
  /** Null without a face. */
  readonly measures: FaceMeasures | null;
}

export interface MeasuredFace {
  readonly face: TrackedFace;
  readonly measures: FaceMeasures;
}

/** Writes RECORD_BYTES into `record`. */
export function writeRecord(record: Buffer, frame: number, cut: boolean, seen: MeasuredFace | null): void {
  record.fill(0);
  record.writeUInt32LE(frame + 1, FRAME_AT);
  record.writeUInt8((seen === null ? 0 : FACE) | (cut ? CUT : 0), FLAGS_AT);
  if (seen !== null) {
    const { points, presence } = seen.face;
    record.writeFloatLE(presence, PRESENCE_AT);
    for (const [i, name] of MEASURES.entries()) record.writeFloatLE(seen.measures[name], MEASURES_AT + 4 * i);
    writePoints(record, points);
  }
  record.writeUInt32LE(crc32(record.subarray(CHECKED_FROM)), 0);
}

function writePoints(record: Buffer, points: Float32Array): void {
  // Rounded as stored in the file, so that reading uses the same origin.
  const originX = Math.fround(middle(points, 0));
  const originY = Math.fround(middle(points, 1));
  const origins = [originX, originY, 0];
  let furthest = 0;
  for (let i = 0; i < 3 * LANDMARKS; i++)
    furthest = Math.max(furthest, Math.abs(points[i]! - origins[i % 3]!));
  const exponent = Math.max(0, Math.ceil(Math.log2((furthest * STEPS) / MAX_STEPS)));
  const perPixel = STEPS / 2 ** exponent;
  record.writeUInt8(exponent, STEP_AT);
  record.writeFloatLE(originX, ORIGIN_AT);
  record.writeFloatLE(originY, ORIGIN_AT + 4);
  for (let i = 0; i < 3 * LANDMARKS; i++)
    record.writeInt16LE(Math.round((points[i]! - origins[i % 3]!) * perPixel), POINTS_AT + 2 * i);
}

function middle(points: Float32Array, axis: number): number {
  let low = Infinity;
  let high = -Infinity;
  for (let at = axis; at < 3 * LANDMARKS; at += 3) {
    low = Math.min(low, points[at]!);
    high = Math.max(high, points[at]!);
  }
  return (low + high) / 2;
}

/** Reads the first RECORD_HEAD_BYTES. Only the whole record can be validated. */
export function readRecordHead(head: Buffer): RecordHead {
  const flags = head.readUInt8(FLAGS_AT);
  const measures = MEASURES.map((name, i) => [name, head.readFloatLE(MEASURES_AT + 4 * i)]);
  return {
    frame: head.readUInt32LE(FRAME_AT) - 1,
    cut: (flags & CUT) !== 0,
    measures: (flags & FACE) === 0 ? null : Object.fromEntries(measures),
  };
}

export function isSoundRecord(record: Buffer): boolean {
  return record.readUInt32LE(0) === crc32(record.subarray(CHECKED_FROM));
}

/** Reads points into `points`. Returns the presence, or null without a face. */
export function readFace(record: Buffer, points: Float32Array): number | null {
  if ((record.readUInt8(FLAGS_AT) & FACE) === 0) return null;
  const step = 2 ** record.readUInt8(STEP_AT) / STEPS;
  const origins = [record.readFloatLE(ORIGIN_AT), record.readFloatLE(ORIGIN_AT + 4), 0];
  for (let i = 0; i < 3 * LANDMARKS; i++)
    points[i] = origins[i % 3]! + record.readInt16LE(POINTS_AT + 2 * i) * step;
  return record.readFloatLE(PRESENCE_AT);
}
