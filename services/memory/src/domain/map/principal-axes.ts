import { setImmediate } from 'node:timers/promises';
import { dot } from '../meaning/dot.js';

const ROUNDS = 60;
/** An axis that turns by less than this (1 - cosine) in a round has been found. */
const SETTLED = 1e-7;

/**
 * Where vectors of equal length lie along the two directions in which they differ most (principal components, by power
 * iteration), each axis from -1 to 1 with 0 at the mean; 0 where they do not differ. The same vectors lie at the same places
 * every time. The event loop is not held for longer than a round over all of them takes.
 */
export async function principalAxes(vectors: readonly Float32Array[]): Promise<[Float32Array, Float32Array]> {
  const centred = aroundTheirMean(vectors);
  const first = await alongLongestAxis(centred);
  return [first, await alongLongestAxis(centred)];
}

function aroundTheirMean(vectors: readonly Float32Array[]): Float32Array[] {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (const [at, value] of vector.entries()) mean[at]! += value / vectors.length;
  return vectors.map((vector) => vector.map((value, at) => value - mean[at]!));
}

/** Takes that direction out of the vectors. */
async function alongLongestAxis(vectors: readonly Float32Array[]): Promise<Float32Array> {
  let axis = longest(vectors);
  if (!normalise(axis)) return new Float32Array(vectors.length);
  for (let round = 0; round < ROUNDS; round++) {
    await setImmediate();
    const next = new Float32Array(axis.length);
    for (const vector of vectors) addTo(next, vector, dot(vector, axis));
    normalise(next);
    const turned = 1 - dot(next, axis);
    axis = next;
    if (turned < SETTLED) break;
  }
  // An axis has no direction of its own.
  const most = axis.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
  const places = Float32Array.from(vectors, (vector) => {
    const place = dot(vector, axis);
    addTo(vector, axis, -place);
    return most < 0 ? -place : place;
  });
  const end = places.reduce((end, place) => Math.max(end, Math.abs(place)), 0);
  return end === 0 ? places : places.map((place) => place / end);
}

function longest(vectors: readonly Float32Array[]): Float32Array {
  let [found, length] = [new Float32Array(0), -1];
  for (const vector of vectors) {
    const squared = dot(vector, vector);
    if (squared > length) [found, length] = [Float32Array.from(vector), squared];
  }
  return found;
}

/** What rounding leaves of a vector that is none any more. */
const NOTHING = 1e-4;

/** False where it has no length. */
function normalise(vector: Float32Array): boolean {
  const length = Math.sqrt(dot(vector, vector));
  if (length < NOTHING) return false;
  for (let at = 0; at < vector.length; at++) vector[at]! /= length;
  return true;
}

function addTo(sum: Float32Array, vector: Float32Array, times: number): void {
  for (let at = 0; at < sum.length; at++) sum[at]! += vector[at]! * times;
}
