import { type Frame, type Planes, planesOf } from '../image/frame.js';
import type { FacePose } from '../timeline/face-motion.js';
import { type FaceFrame, faceFrameOf, toFaceFrame } from '../tracking/face-frame.js';
import { LANDMARKS, type TrackedFace } from '../tracking/face-track.js';
import { createEyelids } from './eyelids.js';
import { createGridWarp } from './grid-warp.js';
import { settleLips } from './lip-seam.js';
import { createMeshMemory, type MeshMemory } from './mesh-memory.js';
import { createMouthPainter } from './mouth-inside.js';
import { placeOfMouth } from './mouth-model.js';
import { createMouthDrawn, createMouthWarper, type MouthDrawn } from './mouth-warp.js';
import type { PixelMap, Sheet } from './pixel-map.js';
import type { PreparedMesh, PreparedStill } from './prepared-mesh.js';
import { createSheetPainter } from './sheet-painter.js';
import { createStillMotion } from './still-motion.js';

export interface MeshRenderer {
  /**
   * Makes the face in `frame` speak, in place. Pixels outside the face stay bit-identical, and so does a
   * frame with a null face. `face` has the tracked points of this frame. For a still, all of `frame` is
   * written from the image and points of the still; pixels outside the person are as in the image.
   */
  render(frame: Frame, face: TrackedFace | null, pose: FacePose): void;
}

type Render = (frame: Frame, face: TrackedFace, pose: FacePose) => void;

/** Width of the edges of lips and lids as a share of the mouth width, at least one pixel. */
const EDGE = 0.016;

export function createMeshRenderer(prepared: PreparedMesh): MeshRenderer {
  const { width, height } = prepared;
  const render = prepared.still ? renderStill(prepared, prepared.still) : renderClip(prepared);
  return {
    render: (frame, face, pose) => {
      if (frame.width !== width || frame.height !== height)
        throw new RangeError(
          `Expected a frame of ${width} x ${height}, as prepared, received ${frame.width} x ${frame.height}`,
        );
      if (face !== null) render(frame, face, pose);
    },
  };
}

/** Only the mouth moves: a clip keeps its head, eyes and brows. */
function renderClip(prepared: PreparedMesh): Render {
  const { width, height } = prepared;
  const memory = createMeshMemory(width, height, 0);
  const mouth = createMouth(prepared, memory);
  const measured = createFaceMeasure();
  return (frame, face, { weights }) => {
    const placed = mouth.place(measured(settleLips(frame, face.points)), weights);
    if (!placed.moves) return;
    const [first, end] = rowsOf([placed.drawn.upper, placed.drawn.lower], height);
    copyRows(frame, memory.source, first, end);
    copyRows(memory.source, memory.target, first, end);
    mouth.draw();
    mouth.paint(placed, weights);
    copyRows(memory.target, frame, first, end);
  };
}

/** The whole image moves; on it the lids close and the mouth moves. */
function renderStill(prepared: PreparedMesh, { picture, points, grid }: PreparedStill): Render {
  const { width, height } = prepared;
  const memory = createMeshMemory(width, height, grid.columns * grid.rows);
  const mouth = createMouth(prepared, memory);
  const face = createFaceMeasure()(points);
  const motion = createStillMotion(memory, grid);
  const warp = createGridWarp(memory, grid);
  const eyelids = createEyelids(points);
  const painter = createSheetPainter(memory);
  memory.source.bytes.set(picture);
  warp.read();
  return (frame, _face, pose) => {
    const placed = mouth.place(face, pose.weights);
    motion.pose(pose);
    if (placed.moves) {
      motion.carry(placed.drawn.upper);
      motion.carry(placed.drawn.lower);
      for (const map of mouth.draw()) warp.hide(map);
    }
    warp.warp();
    if (eyelids.close(pose.weights, placed.edge))
      for (const sheet of eyelids.sheets) {
        motion.carry(sheet);
        painter.paint(sheet);
      }
    if (placed.moves) mouth.paint({ ...placed, at: motion.carryPlace(placed.at, pose) }, pose.weights);
    frame.bytes.set(memory.target.bytes);
  };
}

interface PlacedMouth {
  readonly drawn: MouthDrawn;
  readonly at: ReturnType<typeof placeOfMouth>;
  /** Pixels. */
  readonly edge: number;
  /** False if the face is turned too far. */
  readonly moves: boolean;
}

/** A face with its own axes. */
interface MeasuredFace {
  readonly axes: FaceFrame;
  /** [468 x 3] in the frame of the head. */
  readonly points: Float32Array;
}

/** The returned object is reused by the next call. */
function createFaceMeasure(): (points: Float32Array) => MeasuredFace {
  const inFace = new Float32Array(3 * LANDMARKS);
  return (points) => {
    const axes = faceFrameOf(points);
    toFaceFrame(points, axes, inFace);
    return { axes, points: inFace };
  };
}

interface Mouth {
  place(face: MeasuredFace, weights: Float32Array): PlacedMouth;
  /** Draws the maps of the last placed sheets before they are painted. */
  draw(): readonly PixelMap[];
  /**
   * Paints the drawn sheets: the mouth interior, then the lower face, then the upper face, whose edge covers
   * it.
   */
  paint(placed: PlacedMouth, weights: Float32Array): void;
}

/** Draws over the target of the memory. */
function createMouth({ mouth, colours, teeth }: PreparedMesh, memory: MeshMemory): Mouth {
  const warper = createMouthWarper();
  const [inner, lowerRoom, upperRoom] = memory.maps;
  const painter = createMouthPainter(createSheetPainter(memory, inner));
  const lower = createSheetPainter(memory, lowerRoom);
  const upper = createSheetPainter(memory, upperRoom);
  const drawn = createMouthDrawn();
  return {
    place: ({ axes, points }, weights) => {
      const edge = Math.max(1, EDGE * mouth.width * axes.scale);
      const share = warper.warp(points, axes, mouth, weights, edge, drawn);
      return { drawn, at: placeOfMouth(mouth, axes), edge, moves: share > 0 };
    },
    draw: () => [lower.draw(drawn.lower), upper.draw(drawn.upper)],
    paint: ({ at }, weights) => {
      painter.paint(drawn, at, weights, colours, teeth, memory.target);
      lower.paintDrawn();
      upper.paintDrawn();
    },
  };
}

/** Returns the rows that sheets read or cover, and two more on each side; even. */
function rowsOf(sheets: readonly Sheet[], height: number): readonly [first: number, end: number] {
  let top = height;
  let bottom = 0;
  for (const { from, to } of sheets)
    for (let at = 1; at < from.length; at += 2) {
      top = Math.min(top, from[at]!, to[at]!);
      bottom = Math.max(bottom, from[at]!, to[at]!);
    }
  const first = Math.max(0, Math.min(height, Math.floor(top) - 3)) & ~1;
  return [first, Math.max(first, Math.min(height, (Math.ceil(bottom) + 4) & ~1))];
}

function copyRows(from: Frame, to: Frame, first: number, end: number): void {
  const own = planesOf(from);
  const other = planesOf(to);
  const copy = (plane: keyof Planes, samples: number): void =>
    other[plane].set(own[plane].subarray(first * samples, end * samples), first * samples);
  copy('y', from.width);
  copy('u', from.width / 4);
  copy('v', from.width / 4);
}
