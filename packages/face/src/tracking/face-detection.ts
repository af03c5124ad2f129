import { type Affine, applyAffine, type Point } from '../picture/affine.js';
import type { Frame } from '../picture/frame.js';
import { sampleRgbPatch } from '../picture/rgb-patch.js';
import { ANCHORS } from './detection-anchors.js';
import type { FaceModels } from './face-models.js';

/** A face as the detector sees it, in pixels of the frame (or of whatever its transform leads to). */
export interface DetectedFace {
  readonly centre: Point;
  /** From the brows to the chin and a little less than the width of the face. */
  readonly width: number;
  readonly height: number;
  /** Of the person: their right eye is on the left of the picture. */
  readonly rightEye: Point;
  readonly leftEye: Point;
  readonly mouth: Point;
  /** 0 to 1. */
  readonly score: number;
}

/** A square of the frame that the detector looks at. */
export interface SearchSquare {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

const VALUES_PER_ANCHOR = 16;
/** Where the keypoints stand in the values of an anchor: after the box; nose and ears are not used. */
const RIGHT_EYE = 4;
const LEFT_EYE = 6;
const MOUTH = 10;
/** MediaPipe's own limits: faces below it are noise, boxes that overlap more are one face. */
const MIN_SCORE = 0.5;
const SAME_FACE_OVERLAP = 0.3;

/** Faces in a square of the frame, best first. */
export async function detectFaces(
  { detection }: FaceModels,
  frame: Frame,
  { x, y, side }: SearchSquare,
): Promise<DetectedFace[]> {
  const scale = side / detection.size;
  const toFrame: Affine = { a: scale, b: 0, c: x, d: 0, e: scale, f: y };
  sampleRgbPatch(frame, toFrame, detection.size, detection.input);
  const { input } = detection;
  for (let i = 0; i < input.length; i++) input[i] = 2 * input[i]! - 1;
  const [regressors, logits] = await detection.run();
  return mergeDetections(decodeDetections(regressors!, logits!, toFrame));
}

/** The detector's outputs as faces, one for each anchor that sees one. `toFrame` takes its input to the frame and does not turn. */
export function decodeDetections(
  regressors: Float32Array,
  logits: Float32Array,
  toFrame: Affine,
): DetectedFace[] {
  const leastLogit = Math.log(MIN_SCORE / (1 - MIN_SCORE));
  const faces: DetectedFace[] = [];
  for (const [anchor, logit] of logits.entries()) {
    if (logit < leastLogit) continue;
    const values = regressors.subarray(anchor * VALUES_PER_ANCHOR, (anchor + 1) * VALUES_PER_ANCHOR);
    const pointAt = (at: number): Point =>
      applyAffine(toFrame, {
        x: ANCHORS[2 * anchor]! + values[at]!,
        y: ANCHORS[2 * anchor + 1]! + values[at + 1]!,
      });
    faces.push({
      centre: pointAt(0),
      width: values[2]! * toFrame.a,
      height: values[3]! * toFrame.e,
      rightEye: pointAt(RIGHT_EYE),
      leftEye: pointAt(LEFT_EYE),
      mouth: pointAt(MOUTH),
      score: 1 / (1 + Math.exp(-logit)),
    });
  }
  return faces;
}

/** Boxes of the same face become one: their mean, weighted by score (Bazarevsky et al., BlazeFace, 2019). Best first. */
export function mergeDetections(faces: readonly DetectedFace[]): DetectedFace[] {
  let left = [...faces].sort((one, other) => other.score - one.score);
  const merged: DetectedFace[] = [];
  while (left.length > 0) {
    const best = left[0]!;
    const same = left.filter((face) => face === best || boxOverlap(best, face) > SAME_FACE_OVERLAP);
    merged.push(weightedMean(same, best.score));
    left = left.filter((face) => !same.includes(face));
  }
  return merged;
}

/** Shared area over the area of both (intersection over union). */
export function boxOverlap(one: DetectedFace, other: DetectedFace): number {
  const shared = (a: number, lengthA: number, b: number, lengthB: number): number =>
    Math.max(0, Math.min(a + lengthA / 2, b + lengthB / 2) - Math.max(a - lengthA / 2, b - lengthB / 2));
  const area =
    shared(one.centre.x, one.width, other.centre.x, other.width) *
    shared(one.centre.y, one.height, other.centre.y, other.height);
  return area / (one.width * one.height + other.width * other.height - area);
}

function weightedMean(faces: readonly DetectedFace[], score: number): DetectedFace {
  const total = faces.reduce((sum, face) => sum + face.score, 0);
  const mean = (of: (face: DetectedFace) => number): number =>
    faces.reduce((sum, face) => sum + face.score * of(face), 0) / total;
  const meanPoint = (of: (face: DetectedFace) => Point): Point => ({
    x: mean((face) => of(face).x),
    y: mean((face) => of(face).y),
  });
  return {
    centre: meanPoint((face) => face.centre),
    width: mean((face) => face.width),
    height: mean((face) => face.height),
    rightEye: meanPoint((face) => face.rightEye),
    leftEye: meanPoint((face) => face.leftEye),
    mouth: meanPoint((face) => face.mouth),
    score,
  };
}
