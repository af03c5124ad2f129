import { type Affine, areaScale, invertAffine } from '../picture/affine.js';
import type { Frame } from '../picture/frame.js';
import { type CropKind, faceWidth } from './face-crop.js';
import { type FaceDamage, measureDamage, towards } from './face-damage.js';
import { enlargeMask, fillFaceMask, MASK_SIZE } from './face-mask.js';
import { type FaceTreatment, treatFace } from './face-treatment.js';
import { createKeptFace, type Refresh } from './kept-face.js';
import { createFaceMixer } from './mixed-face.js';
import { createNetworkFace } from './network-face.js';
import { createRunningMean } from './running-mean.js';
import { createSteadyParts } from './steady-parts.js';
import { createYuvPatch, layYuvPatch, patchPlanes, sampleYuvPatch } from './yuv-patch.js';

/** Where a face's crop lies in a frame, and the face in it. */
export interface PlacedFace {
  /** Takes a square of side 1 to the frame; the face does not move in it while its canvas is used. */
  readonly toFrame: Affine;
  /** [468 x 3] in pixels of the frame. */
  readonly points: Float32Array;
}

/** What a network is to make of a face, and what is then to be done with it. */
export interface FaceRequest {
  readonly refresh: Refresh;
  /** Of all of it or of the part, [3 x size x size] R, G, B in 0 to 1, the caller's; empty where nothing is to be made. */
  readonly pixels: Float32Array;
  /** Null where the face stays as it is. */
  readonly treatment: FaceTreatment | null;
}

/** One face, upright and still while its head moves: memory for its patches, and what is remembered from frame to frame. */
export interface FaceCanvas {
  /**
   * By a strength of 0 to 1, and no more than what happened to the face calls for. `picture` as in kept-face.ts; without one the whole
   * face is to be made.
   */
  request(frame: Frame, face: PlacedFace, picture: Float32Array | null, strength: number): FaceRequest;
  /** Mixes what the network made, as requested, into the frame, in place. In the order of requests. */
  lay(frame: Frame, face: PlacedFace, request: FaceRequest, made: Float32Array): void;
}

export interface FaceCanvasOptions {
  readonly inputSize: number;
  readonly outputSize: number;
  readonly crop: CropKind;
  /** Pixels of the frame that is laid into, along the crop. */
  readonly side: number;
  /** How many of them came from one pixel of the frame that is sampled. */
  readonly upscale: number;
  /** Whether the network takes parts of a face. */
  readonly takesParts: boolean;
}

/** Frames from one look at what happened to a face to the next, and how much of it is believed: it would flicker. */
const LOOK_EVERY = 3;
const NEW_DAMAGE = 0.25;
const MIN_SIDE = 64;
/** More than a network draws. */
const MAX_SIDE = 1024;

const NOTHING = new Float32Array(0);

/** The side of a canvas for a crop. */
export function canvasSide(toFrame: Affine): number {
  const pixels = Math.sqrt(Math.abs(areaScale(toFrame)));
  return Math.max(MIN_SIDE, Math.min(MAX_SIDE, 4 * Math.round(pixels / 4)));
}

export function createFaceCanvas(options: FaceCanvasOptions): FaceCanvas {
  const { inputSize, outputSize, crop, side, upscale, takesParts } = options;
  const kept = createKeptFace(inputSize, outputSize, takesParts);
  const network = createNetworkFace(inputSize, outputSize, side);
  const mixer = createFaceMixer(side);
  const mean = createRunningMean(side);
  const parts = createSteadyParts();
  const own = createYuvPatch(side);
  const shown = new Float32Array(MASK_SIZE * MASK_SIZE);
  const steady = new Float32Array(MASK_SIZE * MASK_SIZE);
  const mask = { luma: new Float32Array(side * side), chroma: new Float32Array((side * side) / 4) };
  const looked = new Float32Array(MASK_SIZE * MASK_SIZE);
  let rests = true;
  let looks = 0;
  let damage: FaceDamage | null = null;

  const look = (frame: Frame, { toFrame, points }: PlacedFace): FaceDamage => {
    if (damage === null || looks++ % LOOK_EVERY === 0) {
      const toCrop = invertAffine(toFrame);
      fillFaceMask(points, toCrop, widthIn(points, toCrop), looked);
      const seen = measureDamage(frame, toFrame, looked);
      damage = damage === null ? seen : towards(damage, seen, NEW_DAMAGE);
    }
    return damage;
  };

  return {
    request: (frame, face, picture, strength) => {
      const treatment = treatFace(strength, crop, look(frame, face), {
        shrink: side / upscale / inputSize,
        upscale,
      });
      if (treatment === null) {
        rests = true;
        return { refresh: null, pixels: NOTHING, treatment };
      }
      // What a network made before is of another face by now.
      if (rests) kept.forget();
      rests = false;
      const { toFrame, points } = face;
      const toCrop = invertAffine(toFrame);
      const refresh =
        picture === null ? 'whole' : kept.plan(picture, points, toCrop, widthIn(points, toCrop));
      const pixels = refresh === null ? NOTHING : network.sample(frame, toFrame, refresh);
      return { refresh, pixels, treatment };
    },
    lay: (frame, { toFrame, points }, { refresh, treatment }, made) => {
      const toCrop = invertAffine(toFrame);
      const width = widthIn(points, toCrop);
      const patchToFrame = scaled(toFrame, 1 / side);
      fillFaceMask(points, toCrop, width, shown);
      parts.next(points, toCrop, width, steady);
      if (treatment === null) {
        mean.reset();
        return;
      }
      sampleYuvPatch(frame, patchToFrame, own);
      const { shares, replaced, steadied } = treatment;
      const mixed = mixer.mix(own, network.fit(kept.take(refresh, made), refresh), shares, shown);
      for (let i = 0; i < steady.length; i++) steady[i]! *= steadied;
      const restored = patchPlanes(mean.next(mixed, steady));
      enlargeMask(shown, side, mask.luma);
      enlargeMask(shown, side / 2, mask.chroma);
      // Where what came is to be replaced it is taken away: a difference that is laid over it leaves its finest noise, which no patch holds.
      for (const [plane, { values }] of patchPlanes(own).entries()) {
        const from = restored[plane]!.values;
        const cover = plane === 0 ? mask.luma : mask.chroma;
        for (let i = 0; i < values.length; i++)
          values[i] = cover[i]! * (from[i]! - (1 - replaced) * values[i]!);
      }
      layYuvPatch(frame, invertAffine(patchToFrame), patchToFrame, own, { ...mask, share: replaced });
    },
  };
}

/** Of a face in its crop. */
function widthIn(points: Float32Array, toCrop: Affine): number {
  return faceWidth(points) * Math.sqrt(Math.abs(areaScale(toCrop)));
}

function scaled({ a, b, c, d, e, f }: Affine, scale: number): Affine {
  return { a: a * scale, b: b * scale, c, d: d * scale, e: e * scale, f };
}
