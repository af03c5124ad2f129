import { LiveError } from './live-error.js';

const HEADER_BYTES = 16;
const SOUND = 1;
const MOTION = 2;

/** A binary message of the contract: header and values, little-endian. */
export type BinaryFrame = { number: number; generation: number; first: number; last: boolean } & (
  | { kind: 'sound'; values: Int16Array }
  | { kind: 'motion'; values: Float32Array }
);

/** Parses a binary message; `width` is the number of values of a motion frame. */
export function readBinaryFrame(data: ArrayBuffer, width: number): BinaryFrame {
  if (data.byteLength < HEADER_BYTES)
    throw invalid(`Expected a binary message of at least ${HEADER_BYTES} bytes, received ${data.byteLength}`);
  const header = new DataView(data, 0, HEADER_BYTES);
  const kind = header.getUint8(0);
  const first = Number(header.getBigUint64(8, true));
  if (!Number.isSafeInteger(first)) throw invalid(`Expected a count of samples or frames, received ${first}`);
  const common = {
    last: header.getUint8(1) === 1,
    number: header.getUint16(2, true),
    generation: header.getUint32(4, true),
    first,
  };
  const bytes = data.byteLength - HEADER_BYTES;
  switch (kind) {
    case SOUND:
      if (bytes % 2 !== 0) throw invalid(`Expected samples of 2 bytes, received ${bytes} bytes`);
      return { ...common, kind: 'sound', values: new Int16Array(data.slice(HEADER_BYTES)) };
    case MOTION:
      if (bytes % 4 !== 0 || (bytes > 0 && (width === 0 || (bytes / 4) % width !== 0)))
        throw invalid(`Expected frames of ${width} values of 4 bytes, received ${bytes} bytes`);
      return { ...common, kind: 'motion', values: new Float32Array(data.slice(HEADER_BYTES)) };
    default:
      throw invalid(`Expected sound (1) or motion (2), received ${kind}`);
  }
}

function invalid(message: string): LiveError {
  return new LiveError('message_invalid', message);
}
