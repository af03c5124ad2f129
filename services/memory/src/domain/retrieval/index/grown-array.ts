export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** The array itself if it has room for `length` numbers, else a copy half as long again; new places are 0. */
export function grownArray<A extends NumberArray>(array: A, length: number): A {
  if (length <= array.length) return array;
  const create = array.constructor as new (length: number) => A;
  const larger = new create(Math.max(length, Math.ceil(array.length * 1.5), 64));
  larger.set(array);
  return larger;
}
