/**
 * A layer of the network that tracks mouths: the inner loop of src/timeline/audio/mouth-network.ts, which
 * allocates the memory. Addresses are in bytes and multiples of sixteen.
 */

const LEAK: f32 = 0.1;

/** Returns the address of the first free byte. */
export function heapBase(): i32 {
  return i32(__heap_base);
}

/**
 * Computes the outputs for the step `now`, with three taps also from `before` and `after`, in several
 * variants: [ways x inputs] f32 each, `to` [ways x outputs]. Inputs and outputs are multiples of four. With
 * one tap, `before` is `now`, and the outputs are not rectified.
 */
export function hear(
  weights: usize,
  biases: usize,
  before: usize,
  now: usize,
  after: usize,
  to: usize,
  inputs: i32,
  outputs: i32,
  taps: i32,
  ways: i32,
): void {
  const step: usize = 4 * inputs;
  const rowBytes = taps * step;
  const leak = f32x4.splat(LEAK);
  for (let way = 0; way < ways; way++, before += step, now += step, after += step) {
    let row = weights;
    for (let o: usize = 0; o < usize(4 * outputs); o += 16, to += 16, row += 4 * rowBytes) {
      let a = f32x4.splat(0);
      let b = a;
      let c = a;
      let d = a;
      for (let tap = 0; tap < taps; tap++) {
        const from = tap === 0 ? before : tap === 1 ? now : after;
        const first = row + tap * step;
        for (let i: usize = 0; i < step; i += 16) {
          const x = v128.load(from + i);
          const w = first + i;
          a = f32x4.add(a, f32x4.mul(v128.load(w), x));
          b = f32x4.add(b, f32x4.mul(v128.load(w + rowBytes), x));
          c = f32x4.add(c, f32x4.mul(v128.load(w + 2 * rowBytes), x));
          d = f32x4.add(d, f32x4.mul(v128.load(w + 3 * rowBytes), x));
        }
      }
      let sums = f32x4.add(v128.load(biases + o), fourSums(a, b, c, d));
      if (taps > 1) {
        sums = f32x4.max(sums, f32x4.mul(leak, sums));
        if (inputs === outputs) sums = f32x4.add(sums, v128.load(now + o));
      }
      v128.store(to, sums);
    }
  }
}

/** Returns the sums of the lanes of each vector. */
function fourSums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
}
