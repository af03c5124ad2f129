import { Transform } from 'node:stream';

/** Maximum size of a frame with one channel (ISO 14496-3: 6,144 bits). */
const FRAME_BYTES = 768;
const HEADER_BYTES = 7;
/** Count that marks a longer fill element. */
const ESCAPE = 15;
const LONGEST_SHORT_FILL = 14;
const LONGEST_FILL = 269;
const FILL_ELEMENT = 6;
const END_ELEMENT = 7;

/**
 * Pads every frame of an AAC stream in ADTS to the same length. The stream has no header with its length, and
 * players derive it from the rate of the first frames, which silence would distort.
 */
export function createAdtsPadding(): Transform {
  let waiting: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      const padded: Buffer[] = [];
      let at = 0;
      while (waiting.length - at >= HEADER_BYTES) {
        const length = frameLength(waiting, at);
        if (length < HEADER_BYTES || waiting.length - at < length) break;
        padded.push(padFrame(waiting.subarray(at, at + length)));
        at += length;
      }
      waiting = waiting.subarray(at);
      done(null, padded.length === 0 ? undefined : Buffer.concat(padded));
    },
    flush: (done) => done(null, waiting.length === 0 ? undefined : waiting),
  });
}

function frameLength(bytes: Buffer, at: number): number {
  return ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
}

/** The frame with fill elements of zeros before its end element. */
function padFrame(frame: Buffer): Buffer {
  if (frame.length >= FRAME_BYTES) return frame;
  const padded = Buffer.alloc(FRAME_BYTES);
  frame.copy(padded);
  let last = frame.length - 1;
  while (last > HEADER_BYTES && frame[last] === 0) last--;
  let bit = last * 8 + 7;
  while (!(frame[bit >> 3]! & (0x80 >> (bit & 7)))) bit--;
  // The last three bits that are set end the frame.
  bit -= 2;
  const write = (value: number, bits: number): void => {
    for (let i = bits - 1; i >= 0; i--, bit++) {
      const mask = 0x80 >> (bit & 7);
      if ((value >> i) & 1) padded[bit >> 3]! |= mask;
      else padded[bit >> 3]! &= ~mask;
    }
  };
  for (let room = FRAME_BYTES * 8 - 3 - bit; room >= 7; room = FRAME_BYTES * 8 - 3 - bit) {
    write(FILL_ELEMENT, 3);
    const most = Math.floor((room - ESCAPE) / 8);
    if (most > LONGEST_SHORT_FILL) {
      const count = Math.min(LONGEST_FILL, most);
      write(ESCAPE, 4);
      write(count - ESCAPE + 1, 8);
      bit += count * 8;
    } else {
      const count = Math.min(LONGEST_SHORT_FILL, Math.floor((room - 7) / 8));
      write(count, 4);
      bit += count * 8;
    }
  }
  write(END_ELEMENT, 3);
  padded[3] = (padded[3]! & ~3) | (FRAME_BYTES >> 11);
  padded[4] = (FRAME_BYTES >> 3) & 0xff;
  padded[5] = (padded[5]! & 0x1f) | ((FRAME_BYTES & 7) << 5);
  return padded;
}
