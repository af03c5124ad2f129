import { crc32 } from 'node:zlib';
import type { FaceMeasures } from './face-measures.js';
import { LANDMARKS, type TrackedFace } from './face-track.js';

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
/** What has to be read of a record to know all but its points. */
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
/** Of a pixel, for faces up to 2,000 pixels; larger ones have coarser steps. */
const STEPS = 32;
const MAX_STEPS = 32767;

export interface RecordHead {
  /** -1 where no record was written. */
  readonly frame: number;
  readonly cut: boolean;
  /** Null without a face. */
  readonly measures: FaceMeasures | null;
}

export interface MeasuredFace {
  readonly face: TrackedFace;
  readonly measures: FaceMeasures;
}

/** Into `record`, RECORD_BYTES of it. */
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
  // Rounded as the file keeps it, so that points count from the same place when they are read.
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

/** From the first RECORD_HEAD_BYTES; whether they are sound only the whole record tells. */
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

/** The points into `points`; returns the presence, null without a face. */
export function readFace(record: Buffer, points: Float32Array): number | null {
  if ((record.readUInt8(FLAGS_AT) & FACE) === 0) return null;
  const step = 2 ** record.readUInt8(STEP_AT) / STEPS;
  const origins = [record.readFloatLE(ORIGIN_AT), record.readFloatLE(ORIGIN_AT + 4), 0];
  for (let i = 0; i < 3 * LANDMARKS; i++)
    points[i] = origins[i % 3]! + record.readInt16LE(POINTS_AT + 2 * i) * step;
  return record.readFloatLE(PRESENCE_AT);
}
