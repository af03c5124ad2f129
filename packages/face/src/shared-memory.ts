/** Arrays that threads share. In a page without cross-origin isolation they are plain arrays. */
export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(memory(length));
}

export function sharedFloats(length: number): Float32Array {
  return new Float32Array(memory(4 * length));
}

export function sharedIntegers(length: number): Uint32Array {
  return new Uint32Array(memory(4 * length));
}

function memory(bytes: number): ArrayBufferLike {
  return typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);
}
