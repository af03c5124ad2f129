/** Room for the scores of one question over all candidates. */
export interface ScoreBuffers {
  semantic: Float32Array;
  bm25: Float32Array;
  covered: Float32Array;
  fused: Float32Array;
}

let semantic = new Float32Array(0);
let bm25 = new Float32Array(0);
let covered = new Float32Array(0);
let fused = new Float32Array(0);

/**
 * Buffers of this length, valid until the next call: ranking is synchronous, and hands out none of them. At 100,000
 * rows new ones for each question would be 1.6 MB of garbage, and its collection a third of the time.
 */
export function scoreBuffers(length: number): ScoreBuffers {
  if (fused.length < length) {
    const room = Math.ceil(length * 1.25);
    semantic = new Float32Array(room);
    bm25 = new Float32Array(room);
    covered = new Float32Array(room);
    fused = new Float32Array(room);
  }
  return {
    semantic: semantic.subarray(0, length),
    bm25: bm25.subarray(0, length),
    covered: covered.subarray(0, length),
    fused: fused.subarray(0, length),
  };
}
