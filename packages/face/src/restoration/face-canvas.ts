import { type Affine, areaScale, invertAffine } from '../picture/affine.js';
import type { Frame } from '../picture/frame.js';
import { type CropKind, faceWidth } from './face-crop.js';
import { enlargeMask, fillFaceMask, MASK_SIZE } from './face-mask.js';
import { createKeptFace, type Refresh } from './kept-face.js';
import { createFaceMixer } from './mixed-face.js';
import { mixingShares } from './mixing-shares.js';
import { createNetworkFace } from './network-face.js';
import { createRunningMean } from './running-mean.js';
import { skinTexture } from './skin-texture.js';
import { createSteadyParts } from './steady-parts.js';
import { createYuvPatch, layYuvPatch, patchPlanes, sampleYuvPatch } from './yuv-patch.js';

/** Where a face's crop lies in a frame, and the face in it. */
export interface PlacedFace {
  /** Takes a square of side 1 to the frame; the face does not move in it while its canvas is used. */
  readonly toFrame: Affine;
  /** [468 x 3] in pixels of the frame. */
  readonly points: Float32Array;
}

/** What a network is to make of a face. */
export interface FaceRequest {
  readonly refresh: Refresh;
  /** Of all of it or of the part, [3 x size x size] R, G, B in 0 to 1, the caller's; empty where nothing is to be made. */
  readonly pixels: Float32Array;
}

/** One face, upright and still while its head moves: memory for its patches, and what is remembered from frame to frame. */
export interface FaceCanvas {
  /** `picture` as in kept-face.ts; without one the whole face is to be made. */
  request(frame: Frame, face: PlacedFace, picture: Float32Array | null): FaceRequest;
  /** Mixes what the network made, as requested, into the frame, in place, by a strength of 0 to 1. In the order of requests. */
  lay(frame: Frame, face: PlacedFace, refresh: Refresh, made: Float32Array, strength: number): void;
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

/** From this strength on, the frame is replaced by the patch, and older frames count; below it less, so that 0 leaves the frame as it is. */
const FULL_STRENGTH = 0.25;
/** Of a new frame in the measured texture, which would flicker too. */
const NEW_TEXTURE = 0.1;
const LEAST_SIDE = 64;
/** More than a network draws. */
const MOST_SIDE = 1024;

const NOTHING = new Float32Array(0);

/** The side of a canvas for a crop. */
export function canvasSide(toFrame: Affine): number {
  const pixels = Math.sqrt(Math.abs(areaScale(toFrame)));
  return Math.max(LEAST_SIDE, Math.min(MOST_SIDE, 4 * Math.round(pixels / 4)));
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
  let texture = -1;

  return {
    request: (frame, { toFrame, points }, picture) => {
      const toCrop = invertAffine(toFrame);
      const refresh =
        picture === null ? 'whole' : kept.plan(picture, points, toCrop, widthIn(points, toCrop));
      const pixels = refresh === null ? NOTHING : network.sample(frame, toFrame, refresh);
      return { refresh, pixels };
    },
    lay: (frame, { toFrame, points }, refresh, made, strength) => {
      const toCrop = invertAffine(toFrame);
      const width = widthIn(points, toCrop);
      const patchToFrame = scaled(toFrame, 1 / side);
      fillFaceMask(points, toCrop, width, shown);
      parts.next(points, toCrop, width, steady);
      if (strength <= 0) return;
      sampleYuvPatch(frame, patchToFrame, own);
      const seen = skinTexture(own.y, side, shown);
      texture = texture < 0 ? seen : texture + NEW_TEXTURE * (seen - texture);
      const shares = mixingShares(strength, crop, texture, side / upscale / inputSize);
      const mixed = mixer.mix(own, network.fit(kept.take(refresh, made), refresh), shares, shown);
      const replaced = Math.min(1, strength / FULL_STRENGTH);
      for (let i = 0; i < steady.length; i++) steady[i]! *= replaced;
      const restored = patchPlanes(mean.next(mixed, steady));
      enlargeMask(shown, side, mask.luma);
      enlargeMask(shown, side / 2, mask.chroma);
      // What came becomes what replaces it: a difference that is laid over it would leave its finest noise, which no patch holds.
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
