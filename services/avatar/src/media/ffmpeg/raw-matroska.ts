import { frameBytes } from '@anima/face';

/**
 * Frames with their times, as ffmpeg reads them from a pipe: rawvideo has no times, and Matroska is the simplest container that has both
 * (RFC 9559; V_UNCOMPRESSED).
 */
export interface RawMatroska {
  /** Bytes before the first frame. */
  readonly header: Uint8Array;
  /** Returns the bytes before the I420 data of a frame at `micros`, from 0. */
  frameHeader(micros: number): Uint8Array;
}

/** `fps` is the expected rate and determines the duration of the last frame. */
export function rawMatroska(width: number, height: number, fps: number): RawMatroska {
  const bytes = frameBytes(width, height);
  const header = Buffer.concat([
    element(
      '1a45dfa3',
      element('4282', Buffer.from('matroska')),
      element('4287', uint(4)),
      element('4285', uint(2)),
    ),
    // A segment of unknown length.
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    element('1549a966', element('2ad7b1', uint(NANOS_A_TICK)), element('4d80', NAME), element('5741', NAME)),
    element(
      '1654ae6b',
      element(
        'ae',
        ...[element('d7', uint(1)), element('73c5', uint(1)), element('83', uint(1))],
        ...[element('86', Buffer.from('V_UNCOMPRESSED')), element('23e383', uint(Math.round(1e9 / fps)))],
        element(
          'e0',
          element('b0', uint(width)),
          element('ba', uint(height)),
          element('2eb524', Buffer.from('I420')),
        ),
      ),
    ),
  ]);
  return {
    header,
    frameHeader(micros) {
      const time = element('e7', uint(micros));
      // The only track, at the time of its cluster, a key frame.
      const block = Buffer.concat([
        Buffer.from('a3', 'hex'),
        length(4 + bytes),
        Buffer.from('81000080', 'hex'),
      ]);
      return Buffer.concat([
        Buffer.from('1f43b675', 'hex'),
        length(time.length + block.length + bytes),
        time,
        block,
      ]);
    },
  };
}

/** Times are in microseconds. */
const NANOS_A_TICK = 1000;
const NAME = Buffer.from('anima');

function element(id: string, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from(id, 'hex'), length(body.length), body]);
}

/** Encodes a length in eight bytes, the first of which marks the size. */
function length(bytes: number): Buffer {
  const out = uint(bytes);
  out[0] = 1;
  return out;
}

function uint(value: number): Buffer {
  const out = Buffer.alloc(8);
  out.writeBigUInt64BE(BigInt(value));
  return out;
}
