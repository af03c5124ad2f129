import { DOUBLE_SIDED, PART, PART_BIAS, PART_FLAGS, TRIANGLE, VERTEX, VISIBLE } from './layout';

/** Pixels squared, twice the area: what is smaller covers no sample that matters. */
const LEAST_AREA: f32 = 1e-5;
/** 1 / metres: nothing nearer to the camera than 5 cm is drawn. */
const NEAREST: f32 = 20;

/** Lists the triangles that face the camera and touch the picture, part after part; returns how many. */
export function listVisible(
  parts: i32,
  partCount: i32,
  triangles: i32,
  screen: i32,
  width: i32,
  height: i32,
  visible: i32,
): i32 {
  let to = visible;
  const edge = f32(width);
  const bottom = f32(height);
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
      // Written so that what is not a number is left out.
      if (!(doubleSided ? abs(area) > LEAST_AREA : area < -LEAST_AREA)) continue;
      const first = min(ay, min(by, cy));
      const last = max(ay, max(by, cy));
      if (!(last > 0 && first < bottom)) continue;
      const left = min(ax, min(bx, cx));
      const right = max(ax, max(bx, cx));
      if (!(right > 0 && left < edge)) continue;
      const aq = load<f32>(a + 8);
      const bq = load<f32>(b + 8);
      const cq = load<f32>(c + 8);
      const nearest = max(aq, max(bq, cq));
      if (!(min(aq, min(bq, cq)) > 0 && nearest < NEAREST)) continue;
      store<i32>(to, triangle);
      store<i32>(to + 4, part);
      store<i32>(to + 8, i32(max(first, 0)));
      store<i32>(to + 12, i32(min(last, bottom - 1)));
      store<i32>(to + 16, i32(max(left, 0)));
      store<i32>(to + 20, i32(min(right, edge - 1)));
      store<f32>(to + 24, nearest * bias);
      to += VISIBLE;
    }
  }
  return (to - visible) / VISIBLE;
}
