import { type Affine, areaScale, invertAffine } from '../image/affine.js';
import type { Frame } from '../image/frame.js';
import { createCachedFace, type Refresh } from './cached-face.js';
import { type CropKind, faceWidth } from './face-crop.js';
import { type FaceDamage, measureDamage, towards } from './face-damage.js';
import { enlargeMask, fillFaceMask, MASK_SIZE } from './face-mask.js';
import { type FaceTreatment, treatFace } from './face-treatment.js';
import { createFaceMixer } from './mixed-face.js';
import { createNetworkFace } from './network-face.js';
import { createRunningMean } from './running-mean.js';
import { createSteadyParts } from './steady-parts.js';
import { createYuvPatch, layYuvPatch, patchPlanes, sampleYuvPatch } from './yuv-patch.js';

/** Position of the crop of a face in a frame, and the face in it. */
export interface PlacedFace {
  /** Transform of a unit square to the frame. The face does not move in the square. */
  readonly toFrame: Affine;
  /** [468 x 3] in pixels of the frame. */
  readonly points: Float32Array;
}

/** Request to the network for a face, and the treatment of its result. */
export interface FaceRequest {
  readonly refresh: Refresh;
  /** The whole face or a part, [3 x size x size] R, G, B in 0 to 1; empty if not needed. */
  readonly pixels: Float32Array;
  /** Null if the face stays unchanged. */
  readonly treatment: FaceTreatment | null;
}

/** An upright face that does not move relative to its head: buffers and state between frames. */
export interface FaceCanvas {
  /** Creates a request for a strength of 0 to 1. `picture` as in cached-face.ts; null: the whole face. */
  request(frame: Frame, face: PlacedFace, picture: Float32Array | null, strength: number): FaceRequest;
  /** Blends the result of a request into the frame in place. Calls have the order of the requests. */
  lay(frame: Frame, face: PlacedFace, request: FaceRequest, made: Float32Array): void;
}

export interface FaceCanvasOptions {
  readonly inputSize: number;
  readonly outputSize: number;
  readonly crop: CropKind;
  /** Side of the crop in pixels of the output frame. */
  readonly side: number;
  /** Ratio between pixels of the output and of the input frame. */
  readonly upscale: number;
  /** Whether the network accepts parts of a face. */
  readonly takesParts: boolean;
}

/** Frames between measurements of the damage, and the weight of a new one, which prevents flicker. */
const MEASURE_EVERY = 3;
const NEW_DAMAGE = 0.25;
const MIN_SIDE = 64;
/** Maximum side that a network draws. */
const MAX_SIDE = 1024;

const NOTHING = new Float32Array(0);

/** Returns the side of a canvas for a crop. */
export function canvasSide(toFrame: Affine): number {
  const pixels = Math.sqrt(Math.abs(areaScale(toFrame)));
  return Math.max(MIN_SIDE, Math.min(MAX_SIDE, 4 * Math.round(pixels / 4)));
}

export function createFaceCanvas(options: FaceCanvasOptions): FaceCanvas {
  const { inputSize, outputSize, crop, side, upscale, takesParts } = options;
  const cachedFace = createCachedFace(inputSize, outputSize, takesParts);
  const network = createNetworkFace(inputSize, outputSize, side);
  const mixer = createFaceMixer(side);
  const mean = createRunningMean(side);
  const parts = createSteadyParts();
  const own = createYuvPatch(side);
  const shown = new Float32Array(MASK_SIZE * MASK_SIZE);
  const steady = new Float32Array(MASK_SIZE * MASK_SIZE);
  const mask = { luma: new Float32Array(side * side), chroma: new Float32Array((side * side) / 4) };
  const damageMask = new Float32Array(MASK_SIZE * MASK_SIZE);
  let rests = true;
  let measurements = 0;
  let damage: FaceDamage | null = null;

  const measure = (frame: Frame, { toFrame, points }: PlacedFace): FaceDamage => {
    if (damage === null || measurements++ % MEASURE_EVERY === 0) {
      const toCrop = invertAffine(toFrame);
      fillFaceMask(points, toCrop, widthIn(points, toCrop), damageMask);
      const seen = measureDamage(frame, toFrame, damageMask);
      damage = damage === null ? seen : towards(damage, seen, NEW_DAMAGE);
    }
    return damage;
  };

  return {
    request: (frame, face, picture, strength) => {
      const treatment = treatFace(strength, crop, measure(frame, face), {
        shrink: side / upscale / inputSize,
        upscale,
      });
      if (treatment === null) {
        rests = true;
        return { refresh: null, pixels: NOTHING, treatment };
      }
      // Earlier results of the network are outdated.
      if (rests) cachedFace.forget();
      rests = false;
      const { toFrame, points } = face;
      const toCrop = invertAffine(toFrame);
      const refresh =
        picture === null ? 'whole' : cachedFace.plan(picture, points, toCrop, widthIn(points, toCrop));
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
      const mixed = mixer.mix(own, network.fit(cachedFace.take(refresh, made), refresh), shares, shown);
      for (let i = 0; i < steady.length; i++) steady[i]! *= steadied;
      const restored = patchPlanes(mean.next(mixed, steady));
      enlargeMask(shown, side, mask.luma);
      enlargeMask(shown, side / 2, mask.chroma);
      // Removes the replaced part of the input: a difference that is added to the input would keep its finest
      // noise, which no patch contains.
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

/** Returns the width of a face in its crop. */
function widthIn(points: Float32Array, toCrop: Affine): number {
  return faceWidth(points) * Math.sqrt(Math.abs(areaScale(toCrop)));
}

function scaled({ a, b, c, d, e, f }: Affine, scale: number): Affine {
  return { a: a * scale, b: b * scale, c, d: d * scale, e: e * scale, f };
}
