import { VERTEX } from './layout';

/**
 * Computes morphed = rest + sum of weight x offset. Shape s has the offsets from `starts[s]` to `starts[s +
 * 1]`: a vertex each in `indices`, and x, y, z, 0 in `offsets`.
 */
export function morph(
  rest: i32,
  morphed: i32,
  vertices: i32,
  weights: i32,
  shapes: i32,
  starts: i32,
  indices: i32,
  offsets: i32,
): void {
  memory.copy(morphed, rest, vertices * VERTEX);
  for (let shape = 0; shape < shapes; shape++) {
    const weight = load<f32>(weights + shape * 4);
    if (weight === 0) continue;
    const splat = f32x4.splat(weight);
    const end = load<i32>(starts + shape * 4 + 4);
    for (let i = load<i32>(starts + shape * 4); i < end; i++) {
      const at = morphed + load<i32>(indices + i * 4) * VERTEX;
      v128.store(at, f32x4.add(v128.load(at), f32x4.mul(v128.load(offsets + i * 16), splat)));
    }
  }
}

/**
 * Computes screen positions. `transforms` has two affine maps of four columns (f32 x 4 each), of the torso
 * and of the head, to x * distance, y * distance, distance. A vertex uses the mix of both by its weight.
 */
export function project(morphed: i32, screen: i32, light: i32, vertices: i32, transforms: i32): void {
  const t0 = v128.load(transforms);
  const t1 = v128.load(transforms, 16);
  const t2 = v128.load(transforms, 32);
  const t3 = v128.load(transforms, 48);
  const h0 = f32x4.sub(v128.load(transforms, 64), t0);
  const h1 = f32x4.sub(v128.load(transforms, 80), t1);
  const h2 = f32x4.sub(v128.load(transforms, 96), t2);
  const h3 = f32x4.sub(v128.load(transforms, 112), t3);
  for (let i = 0; i < vertices; i++) {
    const p = v128.load(morphed + i * VERTEX);
    const x = i32x4.shuffle(p, p, 0, 0, 0, 0);
    const y = i32x4.shuffle(p, p, 1, 1, 1, 1);
    const z = i32x4.shuffle(p, p, 2, 2, 2, 2);
    const weight = i32x4.shuffle(p, p, 3, 3, 3, 3);
    const torso = f32x4.add(f32x4.add(f32x4.mul(t0, x), f32x4.mul(t1, y)), f32x4.add(f32x4.mul(t2, z), t3));
    const more = f32x4.add(f32x4.add(f32x4.mul(h0, x), f32x4.mul(h1, y)), f32x4.add(f32x4.mul(h2, z), h3));
    const mixed = f32x4.add(torso, f32x4.mul(weight, more));
    const near = f32x4.div(f32x4.splat(1), i32x4.shuffle(mixed, mixed, 2, 2, 2, 2));
    const at = screen + i * VERTEX;
    v128.store(at, f32x4.mul(mixed, near));
    store<f32>(at + 8, f32x4.extract_lane(near, 0));
    store<f32>(at + 12, load<f32>(light + i * 4));
  }
}
