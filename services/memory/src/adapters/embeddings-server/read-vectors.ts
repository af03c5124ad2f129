/** Of one vector. The largest models have 8,192. */
export const MAX_DIMENSIONS = 16_384;

/**
 * The unit vectors of an answer in OpenAI's form, in the order of what was asked; throws an Error that says what was wrong, for
 * whatever a server may send.
 */
export function readVectors(text: string, count: number, dimensions: number | null): Float32Array[] {
  const { data } = asObject(JSON.parse(text));
  if (!Array.isArray(data) || data.length !== count)
    throw new Error(`Expected ${count} vectors, received ${Array.isArray(data) ? data.length : typeof data}`);
  const vectors: (Float32Array | undefined)[] = new Array(count).fill(undefined);
  for (const [at, entry] of data.entries()) {
    const { index = at, embedding } = asObject(entry);
    if (
      typeof index !== 'number' ||
      !Number.isInteger(index) ||
      index < 0 ||
      index >= count ||
      vectors[index] !== undefined
    )
      throw new Error(`Expected each index from 0 to ${count - 1} once, received ${JSON.stringify(index)}`);
    vectors[index] = unitVector(numbersOf(embedding), dimensions);
  }
  return vectors as Float32Array[];
}

/** Floats, or their bytes in base64, little endian. */
function numbersOf(embedding: unknown): Float32Array {
  if (typeof embedding === 'string') {
    const bytes = Buffer.from(embedding, 'base64');
    if (bytes.length % 4 !== 0)
      throw new Error(`Expected floats of four bytes, received ${bytes.length} bytes`);
    return new Float32Array(new Uint8Array(bytes).buffer);
  }
  if (!Array.isArray(embedding) || !embedding.every((value) => typeof value === 'number'))
    throw new Error('Expected a vector of numbers, received something else');
  return Float32Array.from(embedding);
}

function unitVector(vector: Float32Array, dimensions: number | null): Float32Array {
  const expected = dimensions ?? vector.length;
  if (vector.length !== expected || expected === 0 || expected > MAX_DIMENSIONS)
    throw new Error(
      `Expected ${dimensions ?? `1 to ${MAX_DIMENSIONS}`} dimensions, received ${vector.length}`,
    );
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  if (!Number.isFinite(length) || length < 1e-6)
    throw new Error(`Expected a vector with a length, received one of ${length}`);
  return vector.map((value) => value / length);
}

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw new Error(`Expected an object, received ${value === null ? 'null' : typeof value}`);
}
