import type { Frame } from '../picture/frame.js';
import { faceFrameOf, toFaceFrame } from '../tracking/face-frame.js';
import { mouthOpening } from '../tracking/face-measures.js';
import { LANDMARKS } from '../tracking/face-track.js';
import type { FaceTrackFile } from '../tracking/track-file.js';
import { settleLips } from './lip-seam.js';
import { closeMouth } from './mouth-at-rest.js';
import { measureMouthColours, measureTeeth } from './mouth-colours.js';
import { placeOfMouth } from './mouth-place.js';
import { areaOfTeeth, extractTeeth, type SourceTeeth } from './own-teeth.js';
import type { PreparedMesh } from './prepared-mesh.js';

export interface ClipToPrepare {
  readonly track: Pick<FaceTrackFile, 'width' | 'height' | 'frames' | 'measuresAt' | 'at'>;
  /** Frames of the clip as they will be rendered, as many as there are indices; these rise. */
  readFrames(indices: readonly number[]): Promise<Frame[]>;
}

/** Frames that are read for the mouth at rest, and how far apart in the clip they are at least. */
const RESTING_FRAMES = 3;
const APART = 12;
/** Where among the frames, from the most closed to the most open, teeth are looked for: a wide "oh" shows fewer than an "ah". */
const OPEN_FRAMES = [1, 0.95, 0.85, 0.7];
/** Degrees of yaw and pitch within which a face is measured where there is such a frame. */
const STRAIGHT = 20;

/**
 * A clip whose mouth is to speak anew: from the frames whose mouth is most closed how it looks at rest, from the most open ones
 * its teeth. Reads a handful of frames. Throws a RangeError for a track without a face.
 */
export async function prepareClip({ track, readFrames }: ClipToPrepare): Promise<PreparedMesh> {
  const { width, height } = track;
  const byOpening = framesByOpening(track);
  if (byOpening.length === 0) throw new RangeError('Expected a face in at least one frame of the track');
  const resting = spreadOut(byOpening);
  const open = mostOpen(byOpening);

  const indices = [...new Set([...resting, ...open])].sort((one, other) => one - other);
  const frames = await readFrames(indices);
  const see = (index: number): { frame: Frame; points: Float32Array } => {
    const frame = frames[indices.indexOf(index)]!;
    return { frame, points: settleLips(frame, track.at(index)!.points.slice()) };
  };

  const sum = new Float32Array(3 * LANDMARKS);
  const inFace = new Float32Array(3 * LANDMARKS);
  let colours: PreparedMesh['colours'] | null = null;
  for (const index of resting) {
    const { frame, points } = see(index);
    toFaceFrame(points, faceFrameOf(points), inFace);
    for (let k = 0; k < sum.length; k++) sum[k]! += inFace[k]! / resting.length;
    colours ??= measureMouthColours(frame, points);
  }
  const mouth = closeMouth(sum);
  let colour: PreparedMesh['colours']['teeth'] | null = null;
  let teeth: SourceTeeth | null = null;
  for (const index of open) {
    const { frame, points } = see(index);
    const seen = measureTeeth(frame, points);
    if (seen === null) continue;
    colour ??= seen;
    const place = placeOfMouth(mouth, faceFrameOf(points));
    const { flesh } = measureMouthColours(frame, points);
    const taken = extractTeeth({ frame, points, place, teeth: seen, flesh }, mouthOpening(points));
    if (taken && (teeth === null || areaOfTeeth(taken) > areaOfTeeth(teeth))) teeth = taken;
  }
  return { width, height, mouth, colours: { ...colours!, teeth: colour ?? colours!.teeth }, teeth };
}

/** Frames with a face, the most closed mouth first; those that look straight ahead, where there are any. */
function framesByOpening(track: ClipToPrepare['track']): number[] {
  const faces: { index: number; opening: number; straight: boolean }[] = [];
  for (let index = 0; index < track.frames; index++) {
    const measures = track.measuresAt(index);
    if (measures === null) continue;
    const straight = Math.abs(measures.yaw) < STRAIGHT && Math.abs(measures.pitch) < STRAIGHT;
    faces.push({ index, opening: measures.mouthOpening, straight });
  }
  const straight = faces.filter((face) => face.straight);
  return (straight.length > 0 ? straight : faces)
    .sort((one, other) => one.opening - other.opening)
    .map(({ index }) => index);
}

function mostOpen(byOpening: readonly number[]): number[] {
  return [...new Set(OPEN_FRAMES.map((share) => byOpening[Math.round(share * (byOpening.length - 1))]!))];
}

/** The first few that do not show the same moment. */
function spreadOut(indices: readonly number[]): number[] {
  const chosen: number[] = [];
  for (const index of indices) {
    if (chosen.length === RESTING_FRAMES) break;
    if (chosen.every((other) => Math.abs(other - index) >= APART)) chosen.push(index);
  }
  return chosen;
}
