import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { FaceMeasures } from './face-frame.js';
import { type FaceTrack, LANDMARKS } from './face-track.js';
import {
  decodeHeader,
  HEADER_BYTES,
  isSoundRecord,
  MEASURES,
  RECORD_BYTES,
  RECORD_HEAD_BYTES,
  readFace,
  readRecordHead,
  TrackFileError,
  type TrackInfo,
} from './track-record.js';

/** A face track on disk. Reads are synchronous, one block of frames at a time. */
export interface FaceTrackFile extends FaceTrack, TrackInfo {
  /** Whether the track contains the whole clip: false during writing and after a crash. */
  readonly complete: boolean;
  /** Returns measures without reading points, for searching a clip, or null without a face. */
  measuresAt(frame: number): FaceMeasures | null;
}

/** Number of frames in a read: 46 kB. */
const BLOCK_FRAMES = 16;

/**
 * Opens a track as far as it was written. Throws a TrackFileError 'track_unreadable' if the file is not a
 * track, and 'track_damaged' if frames are missing. `at` throws 'track_damaged' if bytes of a frame have
 * changed.
 */
export function openTrack(path: string): FaceTrackFile {
  const file = openSync(path, 'r');
  try {
    return readTrack(file, path);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function readTrack(file: number, path: string): FaceTrackFile {
  const header = Buffer.alloc(HEADER_BYTES);
  const { info, frames: stated } = decodeHeader(
    header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0)),
    path,
  );
  const damaged = (what: string): TrackFileError =>
    new TrackFileError('track_damaged', `Expected ${what} in the face track ${path}`);
  const written = Math.floor((fstatSync(file).size - HEADER_BYTES) / RECORD_BYTES);
  const { frames, cuts, measures } = readHeads(file, Math.min(written, stated ?? written));
  if (stated !== null && frames < stated) throw damaged(`${stated} frames, of which ${frames} are there,`);

  const block = Buffer.alloc(BLOCK_FRAMES * RECORD_BYTES);
  const points = new Float32Array(3 * LANDMARKS);
  let blockStart = -1;
  const check = (frame: number): void => {
    if (!(frame >= 0 && frame < frames))
      throw new RangeError(`Expected a frame from 0 to ${frames - 1}, received ${frame}`);
  };
  return {
    ...info,
    frames,
    cuts,
    complete: stated !== null,
    at: (frame) => {
      check(frame);
      const start = frame - (frame % BLOCK_FRAMES);
      if (start !== blockStart) {
        blockStart = -1;
        readSync(file, block, 0, block.length, HEADER_BYTES + start * RECORD_BYTES);
        blockStart = start;
      }
      const record = block.subarray((frame - start) * RECORD_BYTES, (frame - start + 1) * RECORD_BYTES);
      if (!isSoundRecord(record)) throw damaged(`an unchanged frame ${frame}`);
      const presence = readFace(record, points);
      return presence === null ? null : { points, presence };
    },
    measuresAt: (frame) => {
      check(frame);
      const start = frame * MEASURES.length;
      if (Number.isNaN(measures[start])) return null;
      return Object.fromEntries(
        MEASURES.map((name, i) => [name, measures[start + i]]),
      ) as unknown as FaceMeasures;
    },
    close: () => closeSync(file),
  };
}

/** Reads the heads of the records up to the first missing record (a crash can leave empty blocks). */
function readHeads(
  file: number,
  written: number,
): { frames: number; cuts: readonly number[]; measures: Float32Array } {
  const head = Buffer.alloc(RECORD_HEAD_BYTES);
  const measures = new Float32Array(written * MEASURES.length).fill(Number.NaN);
  const cuts: number[] = [];
  for (let frame = 0; frame < written; frame++) {
    readSync(file, head, 0, RECORD_HEAD_BYTES, HEADER_BYTES + frame * RECORD_BYTES);
    const read = readRecordHead(head);
    if (read.frame !== frame) return { frames: frame, cuts, measures };
    if (read.cut) cuts.push(frame);
    if (read.measures === null) continue;
    for (const [i, name] of MEASURES.entries()) measures[frame * MEASURES.length + i] = read.measures[name];
  }
  return { frames: written, cuts, measures };
}
