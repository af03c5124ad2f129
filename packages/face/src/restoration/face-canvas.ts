import { type Affine, areaScale, invertAffine } from '../picture/affine.js';
import type { Frame } from '../picture/frame.js';
import { type CropKind, faceWidth } from './face-crop.js';
import { enlargeMask, fillFaceMask, MASK_SIZE } from './face-mask.js';
import { createFaceMixer } from './mixed-face.js';
import { mixingShares } from './mixing-shares.js';
import { createNetworkFace } from './network-face.js';
import { createRunningMean } from './running-mean.js';
import { skinTexture } from './skin-texture.js';
import { createSteadyParts } from './steady-parts.js';
import { addYuvPatch, createYuvPatch, patchPlanes, sampleYuvPatch } from './yuv-patch.js';

/** Where a face's crop lies in a frame, and the face in it. */
export interface PlacedFace {
  /** Takes a square of side 1 to the frame; the face does not move in it while its canvas is used. */
  readonly toFrame: Affine;
  /** [468 x 3] in pixels of the frame. */
  readonly points: Float32Array;
}

/** One face, upright and still while its head moves: memory for its patches, and what is remembered from frame to frame. */
export interface FaceCanvas {
  /** What the network is to see; overwritten by the next call. */
  sample(frame: Frame, toFrame: Affine): Float32Array;
  /** Mixes what the network made of the face into the frame, in place, by a strength of 0 to 1. */
  lay(frame: Frame, face: PlacedFace, made: Float32Array, strength: number): void;
}

export interface FaceCanvasOptions {
  readonly inputSize: number;
  readonly outputSize: number;
  readonly crop: CropKind;
  /** Pixels of the frame that is laid into, along the crop. */
  readonly side: number;
  /** How many of them came from one pixel of the frame that is sampled. */
  readonly upscale: number;
}

/** Below this strength, older frames count less, so that 0 leaves the frame as it is. */
const STEADY_STRENGTH = 0.25;
/** Of a new frame in the measured texture, which would flicker too. */
const NEW_TEXTURE = 0.1;
const LEAST_SIDE = 64;
/** More than a network draws. */
const MOST_SIDE = 1024;

/** The side of a canvas for a crop. */
export function canvasSide(toFrame: Affine): number {
  const pixels = Math.sqrt(Math.abs(areaScale(toFrame)));
  return Math.max(LEAST_SIDE, Math.min(MOST_SIDE, 4 * Math.round(pixels / 4)));
}

export function createFaceCanvas(options: FaceCanvasOptions): FaceCanvas {
  const { inputSize, outputSize, crop, side, upscale } = options;
  const network = createNetworkFace(inputSize, outputSize, side);
  const mixer = createFaceMixer(side);
  const mean = createRunningMean(side);
  const parts = createSteadyParts();
  const own = createYuvPatch(side);
  const shown = new Float32Array(MASK_SIZE * MASK_SIZE);
  const steady = new Float32Array(MASK_SIZE * MASK_SIZE);
  const mask = new Float32Array(side * side);
  let texture = -1;

  return {
    sample: network.sample,
    lay: (frame, { toFrame, points }, made, strength) => {
      const toCrop = invertAffine(toFrame);
      const width = faceWidth(points) * Math.sqrt(Math.abs(areaScale(toCrop)));
      const patchToFrame = scaled(toFrame, 1 / side);
      fillFaceMask(points, toCrop, width, shown);
      parts.next(points, toCrop, width, steady);
      if (strength <= 0) return;
      sampleYuvPatch(frame, patchToFrame, own);
      const seen = skinTexture(own.y, side, shown);
      texture = texture < 0 ? seen : texture + NEW_TEXTURE * (seen - texture);
      const shares = mixingShares(strength, crop, texture, side / upscale / inputSize);
      const mixed = mixer.mix(own, network.fit(made), shares, shown);
      const steadiness = Math.min(1, strength / STEADY_STRENGTH);
      for (let i = 0; i < steady.length; i++) steady[i]! *= steadiness;
      const restored = patchPlanes(mean.next(mixed, steady));
      // What came becomes what is added to it.
      for (const [plane, { values, side: planeSide }] of patchPlanes(own).entries()) {
        const from = restored[plane]!.values;
        enlargeMask(shown, planeSide, mask);
        for (let i = 0; i < values.length; i++) values[i] = mask[i]! * (from[i]! - values[i]!);
      }
      addYuvPatch(frame, invertAffine(patchToFrame), patchToFrame, own);
    },
  };
}

function scaled({ a, b, c, d, e, f }: Affine, scale: number): Affine {
  return { a: a * scale, b: b * scale, c, d: d * scale, e: e * scale, f };
}
