import { type Affine, applyAffine, type Point } from '../picture/affine.js';
import type { Frame } from '../picture/frame.js';
import { sampleRgbPatch } from '../picture/rgb-patch.js';
import { LEFT_EYE_INNER, LEFT_EYE_OUTER, RIGHT_EYE_INNER, RIGHT_EYE_OUTER } from './face-geometry.js';
import { pointsInFrame } from './face-mesh.js';
import type { FaceModels } from './face-models.js';

/** One eye, in pixels of the frame. */
export interface Eye {
  readonly iris: Point;
  /** Of the iris, not of the pupil. */
  readonly radius: number;
  /** [16 x 3]: the edges of the lids; 0 to 8 along the lower one from the outer corner, 9 to 15 along the upper, again from there. */
  readonly lids: Float32Array;
}

/** Of the eye's width: the side of the square the network looks at. */
const SQUARE = 2.3;
const LID_POINTS = 16;

/** Irises and lids of a face; `points` as in TrackedFace. */
export async function readEyes(
  models: FaceModels,
  frame: Frame,
  points: Float32Array,
): Promise<{ right: Eye; left: Eye }> {
  const across = between(points, RIGHT_EYE_OUTER, LEFT_EYE_OUTER);
  const angle = Math.atan2(across.y, across.x);
  // The network knows eyes whose outer corner is on the left of the picture (index 0 of its lids): the other one is mirrored.
  const right = eyeToFrame(points, RIGHT_EYE_OUTER, RIGHT_EYE_INNER, angle, models.iris.size, 1);
  const left = eyeToFrame(points, LEFT_EYE_OUTER, LEFT_EYE_INNER, angle, models.iris.size, -1);
  return { right: await readEye(models, frame, right), left: await readEye(models, frame, left) };
}

async function readEye({ iris }: FaceModels, frame: Frame, toFrame: Affine): Promise<Eye> {
  sampleRgbPatch(frame, toFrame, iris.size, iris.input);
  const [contours, ring] = await iris.run();
  const [centre, ...edge] = Array.from({ length: 5 }, (_, i) =>
    applyAffine(toFrame, { x: ring![3 * i]!, y: ring![3 * i + 1]! }),
  );
  const radius =
    edge.reduce((sum, { x, y }) => sum + Math.hypot(x - centre!.x, y - centre!.y), 0) / edge.length;
  return { iris: centre!, radius, lids: pointsInFrame(contours!.slice(0, 3 * LID_POINTS), toFrame) };
}

/** From the network's square to the frame. */
function eyeToFrame(
  points: Float32Array,
  outer: number,
  inner: number,
  angle: number,
  size: number,
  mirror: 1 | -1,
): Affine {
  const width = between(points, outer, inner);
  const scale = (SQUARE * Math.hypot(width.x, width.y)) / size;
  const a = scale * Math.cos(angle);
  const d = scale * Math.sin(angle);
  const x = (points[3 * outer]! + points[3 * inner]!) / 2;
  const y = (points[3 * outer + 1]! + points[3 * inner + 1]!) / 2;
  const half = size / 2;
  return {
    a: mirror * a,
    b: -d,
    c: x - (mirror * a - d) * half,
    d: mirror * d,
    e: a,
    f: y - (mirror * d + a) * half,
  };
}

function between(points: Float32Array, from: number, to: number): Point {
  return { x: points[3 * to]! - points[3 * from]!, y: points[3 * to + 1]! - points[3 * from + 1]! };
}
