/** Texts whose vectors identify a model. A server can change the model under the same name. */
export const FINGERPRINT_TEXTS = [
  'The build runs on every push to the main branch.',
  'My grandmother planted roses along the garden wall.',
] as const;

/** Number of projections in a fingerprint. Two different models agree by chance up to about 0.1. */
const PROJECTIONS = 96;
/** Machines and batch sizes change the last bits of a vector, and more in quantised networks. */
const SAME_COSINE = 0.99;

/**
 * Creates a short text from the vectors of `FINGERPRINT_TEXTS`: their projections onto fixed directions of
 * plus and minus one, in one byte each. Similar vectors have similar fingerprints (Johnson and Lindenstrauss;
 * the signs as in Achlioptas 2003).
 */
export function fingerprintOf(vectors: readonly Float32Array[]): string {
  const projected = Float64Array.from({ length: PROJECTIONS }, (_, at) => {
    let sum = 0;
    let place = 0;
    for (const vector of vectors) for (const value of vector) sum += signOf(at, place++) * value;
    return sum;
  });
  const largest = projected.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Buffer.from(
    Int8Array.from(projected, (value) => Math.round((value / largest) * 127)).buffer,
  ).toString('base64url');
}

/** Returns whether two fingerprints belong to the same model. */
export function sameFingerprint(one: string, other: string): boolean {
  const [a, b] = [bytesOf(one), bytesOf(other)];
  if (a.length !== PROJECTIONS || b.length !== PROJECTIONS) return false;
  let [dot, aa, bb] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    dot += value * (b[at] ?? 0);
    aa += value * value;
    bb += (b[at] ?? 0) ** 2;
  }
  return dot / Math.sqrt(aa * bb) >= SAME_COSINE;
}

const bytesOf = (text: string) => new Int8Array(new Uint8Array(Buffer.from(text, 'base64url')).buffer);

/** Returns 1 or -1 from a hash of both numbers (the finaliser of MurmurHash3). */
function signOf(direction: number, place: number): number {
  let hash = Math.imul(direction + 1, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & 1 ? 1 : -1;
}
