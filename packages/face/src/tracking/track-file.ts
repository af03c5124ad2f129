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

/** A face track on disk. Reads are synchronous, a block of frames at a time. */
export interface FaceTrackFile extends FaceTrack, TrackInfo {
  /** Whether the whole clip is in it: false while it is being written, and after a crash. */
  readonly complete: boolean;
  /** Without reading points: to search a clip for its most open mouth. Null without a face. */
  measuresAt(frame: number): FaceMeasures | null;
}

/** Frames read at a time: 46 kB. */
const BLOCK_FRAMES = 16;

/**
 * Opens a track as far as it was written. Throws a TrackFileError 'track_unreadable' for what is no track, 'track_damaged' for
 * one that lacks frames; `at` throws 'track_damaged' where bytes of a frame have changed.
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

/** The heads of the records, up to the first that was not written (a crash may leave empty blocks). */
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
