import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { measureFace } from './face-frame.js';
import type { TrackedFace } from './face-track.js';
import { openTrack } from './track-file.js';
import { encodeHeader, HEADER_BYTES, RECORD_BYTES, type TrackInfo, writeRecord } from './track-record.js';

/** Writes a face track frame by frame. Writes are synchronous. A crash loses at most the last few frames. */
export interface TrackWriter {
  /** Number of frames in the track so far. */
  readonly frames: number;
  /** Appends the next frame: its face or null, and whether a cut precedes it. */
  append(face: TrackedFace | null, cut: boolean): void;
  /** Marks the track as complete and closes the file. */
  complete(): void;
  /** Closes an incomplete track. Has no effect after `complete` or an earlier call. */
  close(): void;
}

/** Number of frames in a write: 46 kB. */
const BLOCK_FRAMES = 16;

/** Creates a track. Overwrites a file at `path`. */
export function createTrackWriter(path: string, info: TrackInfo): TrackWriter {
  const header = encodeHeader(info, null);
  return opened(openSync(path, 'w'), (file) => {
    writeSync(file, header, 0, HEADER_BYTES, 0);
    return trackWriter(file, info, 0);
  });
}

/** Continues after the last complete frame of a track. Throws a TrackFileError as `openTrack` does. */
export function extendTrack(path: string): TrackWriter {
  const track = openTrack(path);
  track.close();
  return opened(openSync(path, 'r+'), (file) => {
    writeSync(file, encodeHeader(track, null), 0, HEADER_BYTES, 0);
    ftruncateSync(file, HEADER_BYTES + track.frames * RECORD_BYTES);
    return trackWriter(file, track, track.frames);
  });
}

/** Closes the file if its writer cannot be created. */
function opened(file: number, begin: (file: number) => TrackWriter): TrackWriter {
  try {
    return begin(file);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function trackWriter(file: number, info: TrackInfo, known: number): TrackWriter {
  const block = Buffer.alloc(BLOCK_FRAMES * RECORD_BYTES);
  let written = known;
  let waiting = 0;
  let open = true;
  const flush = (): void => {
    const length = waiting * RECORD_BYTES;
    const start = HEADER_BYTES + written * RECORD_BYTES;
    for (let done = 0; done < length; ) done += writeSync(file, block, done, length - done, start + done);
    written += waiting;
    waiting = 0;
  };
  return {
    get frames() {
      return written + waiting;
    },
    append: (face, cut) => {
      const record = block.subarray(waiting * RECORD_BYTES, (waiting + 1) * RECORD_BYTES);
      const seen = face === null ? null : { face, measures: measureFace(face.points) };
      writeRecord(record, written + waiting, cut, seen);
      waiting++;
      if (waiting === BLOCK_FRAMES) flush();
    },
    complete: () =>
      finish(() => {
        writeSync(file, encodeHeader(info, written), 0, HEADER_BYTES, 0);
      }),
    close: () => {
      if (open) finish(() => {});
    },
  };

  function finish(last: () => void): void {
    open = false;
    try {
      flush();
      last();
    } finally {
      closeSync(file);
    }
  }
}
