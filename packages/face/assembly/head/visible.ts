import {
  AWAY,
  BAND,
  DOUBLE_SIDED,
  PART,
  PART_BIAS,
  PART_FLAGS,
  TOWARDS,
  TRIANGLE,
  TRIANGLE_FACES,
  VERTEX,
  VISIBLE,
} from './layout';

/** Squared pixels, twice the area: smaller triangles cover no relevant sample. */
const MIN_AREA: f32 = 1e-5;
/** 1 / metres: objects nearer to the camera than 5 cm are not drawn. */
const NEAREST: f32 = 20;

/**
 * Stores the orientation of each triangle, and lists the triangles that face the camera and touch the image,
 * part by part. Returns their number. Writes the first and the last band of each listed triangle into
 * `firstBands` and `lastBands`, a byte each, padded to a multiple of 16 with values outside all bands.
 */
export function listVisible(
  parts: i32,
  partCount: i32,
  triangles: i32,
  screen: i32,
  width: i32,
  height: i32,
  visible: i32,
  firstBands: i32,
  lastBands: i32,
): i32 {
  let to = visible;
  let count = 0;
  const size = i32x4(width, height, 0, 0);
  const beyond = f32x4.convert_i32x4_s(size);
  const last = i32x4.sub(size, i32x4.splat(1));
  for (let p = 0; p < partCount; p++) {
    const part = parts + p * PART;
    const doubleSided = (load<i32>(part + PART_FLAGS) & DOUBLE_SIDED) !== 0;
    const bias = load<f32>(part + PART_BIAS);
    let triangle = triangles + load<i32>(part) * TRIANGLE;
    const end = triangle + load<i32>(part + 4) * TRIANGLE;
    for (; triangle < end; triangle += TRIANGLE) {
      const a = screen + load<i32>(triangle) * VERTEX;
      const b = screen + load<i32>(triangle + 4) * VERTEX;
      const c = screen + load<i32>(triangle + 8) * VERTEX;
      const ax = load<f32>(a);
      const ay = load<f32>(a + 4);
      const bx = load<f32>(b);
      const by = load<f32>(b + 4);
      const cx = load<f32>(c);
      const cy = load<f32>(c + 4);
      // Counter-clockwise with y up is negative with y down.
      const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
      store<i32>(triangle + TRIANGLE_FACES, area < -MIN_AREA ? TOWARDS : area > MIN_AREA ? AWAY : 0);
      // This comparison excludes NaN.
      if (!(doubleSided ? abs(area) > MIN_AREA : area < -MIN_AREA)) continue;
      // For each lane: x, y, 1 / distance.
      const least = f32x4.pmin(v128.load(a), f32x4.pmin(v128.load(b), v128.load(c)));
      const most = f32x4.pmax(v128.load(a), f32x4.pmax(v128.load(b), v128.load(c)));
      const seen = v128.and(f32x4.gt(most, f32x4.splat(0)), f32x4.lt(least, beyond));
      if ((i32x4.bitmask(seen) & 3) !== 3) continue;
      const nearest = f32x4.extract_lane(most, 2);
      if (!(f32x4.extract_lane(least, 2) > 0 && nearest < NEAREST)) continue;
      store<i32>(to, triangle);
      store<i32>(to + 4, part);
      const from = i32x4.max_s(i32x4.trunc_sat_f32x4_s(least), i32x4.splat(0));
      const until = i32x4.min_s(i32x4.trunc_sat_f32x4_s(most), last);
      v128.store64_lane(to + 8, from, 0);
      v128.store64_lane(to + 16, until, 0);
      store<u8>(firstBands + count, u8(i32x4.extract_lane(from, 1) / BAND));
      store<u8>(lastBands + count, u8(i32x4.extract_lane(until, 1) / BAND));
      count++;
      store<f32>(to + 24, nearest * bias);
      to += VISIBLE;
    }
  }
  v128.store(firstBands + count, i8x16.splat(-1));
  v128.store(lastBands + count, i8x16.splat(0));
  return count;
}
