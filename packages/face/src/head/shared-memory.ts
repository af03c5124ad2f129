/** Arrays that threads share when they are posted; in pages, which have none to share with, plain ones. */
const Memory: new (bytes: number) => SharedArrayBuffer | ArrayBuffer =
  typeof SharedArrayBuffer === 'undefined' ? ArrayBuffer : SharedArrayBuffer;

export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(new Memory(length));
}

export function sharedFloats(length: number): Float32Array {
  return new Float32Array(new Memory(4 * length));
}

export function sharedIntegers(length: number): Uint32Array {
  return new Uint32Array(new Memory(4 * length));
}
