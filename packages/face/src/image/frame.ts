/**
 * An image in the format of video: I420 (yuv420p), BT.709, limited range. The planes Y [height x width], U
 * and V [height / 2 x width / 2] are consecutive. Width and height are even.
 */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

export function frameBytes(width: number, height: number): number {
  return (width * height * 3) / 2;
}

/** Creates a frame that shares `bytes`, or that has new memory without `bytes`. */
export function createFrame(width: number, height: number, bytes?: Uint8Array): Frame {
  if (width % 2 !== 0 || height % 2 !== 0 || width < 2 || height < 2)
    throw new RangeError(`Expected an even width and height, received ${width} x ${height}`);
  const expected = frameBytes(width, height);
  if (bytes !== undefined && bytes.length !== expected)
    throw new RangeError(`Expected ${expected} bytes for ${width} x ${height}, received ${bytes.length}`);
  return { width, height, bytes: bytes ?? new Uint8Array(expected) };
}

export interface Planes {
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
}

/** Returns views of the planes of a frame. */
export function planesOf({ width, height, bytes }: Frame): Planes {
  const luma = width * height;
  const chroma = luma / 4;
  return {
    y: bytes.subarray(0, luma),
    u: bytes.subarray(luma, luma + chroma),
    v: bytes.subarray(luma + chroma, luma + 2 * chroma),
  };
}
