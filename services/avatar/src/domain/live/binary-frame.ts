import { toPcm16 } from '../speech/pcm.js';
import type { SpeechChunk } from './speech-flow.js';

const SOUND = 1;
const MOTION = 2;
const HEADER_BYTES = 16;

/** A stretch as it goes out, motion first; what is empty and not the last of its kind does not. Little-endian. */
export function binaryFrames(
  { motion, frames, firstFrame, samples, firstSample, isLast }: SpeechChunk,
  of: { number: number; generation: number; hasMotion: boolean },
): Buffer[] {
  const out: Buffer[] = [];
  if (of.hasMotion && (frames > 0 || isLast)) {
    const values = Buffer.from(motion.buffer, motion.byteOffset, motion.byteLength);
    out.push(Buffer.concat([header(MOTION, isLast, firstFrame, of), values]));
  }
  if (samples.length > 0 || isLast)
    out.push(Buffer.concat([header(SOUND, isLast, firstSample, of), toPcm16(samples)]));
  return out;
}

function header(
  kind: number,
  isLast: boolean,
  first: number,
  { number, generation }: { number: number; generation: number },
): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeUInt8(kind, 0);
  bytes.writeUInt8(isLast ? 1 : 0, 1);
  bytes.writeUInt16LE(number, 2);
  bytes.writeUInt32LE(generation, 4);
  bytes.writeBigUInt64LE(BigInt(first), 8);
  return bytes;
}
