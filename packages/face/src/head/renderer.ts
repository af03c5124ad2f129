import { type Frame, frameBytes } from '../image/frame.js';
import type { FacePose } from '../timeline/face-motion.js';
import { channelWeights } from '../vrm/channel-weights.js';
import { type Background, paintBackground } from './background.js';
import type { Head } from './head.js';
import { createHeadLook } from './head-look.js';
import { headRotation, screenTransforms } from './head-transforms.js';
import {
  BAND_ROWS,
  bandBytes,
  createRasteriser,
  createRasteriserMemory,
  PART_BYTES,
  TILE,
  TILE_BYTES,
  tileCount,
  VISIBLE_BYTES,
} from './rasteriser.js';
import { awayOf, LOBE_SHARPNESS, type ShineColour, shineColour, shineDirections } from './shine.js';
import { type LevelledTriangles, levelTriangles, writeTriangles } from './triangle-levels.js';

export interface HeadRenderer {
  /** Draws the head. The same pose gives the same bytes, regardless of earlier frames. */
  render(pose: FacePose, into: Frame): void;
  stats(): HeadRendererStats;
}

export interface HeadRendererStats {
  readonly frames: number;
  /** Milliseconds of all frames together. */
  readonly verticesMs: number;
  readonly drawMs: number;
  readonly resolveMs: number;
  readonly memoryBytes: number;
}

export interface HeadRendererOptions {
  /** Pixels, even, 64 to 2048. */
  readonly width: number;
  readonly height: number;
  readonly background: Background;
  /** Result of `trianglesOf` for the same head and height, if several renderers draw it. */
  readonly triangles?: LevelledTriangles;
}

const LEAST = 64;
const MOST = 2048;
const FLAGS = { doubleSided: 1, masked: 2, blended: 4, lit: 8, shines: 16, shinesByAlpha: 32 } as const;

/** Prepares the slowest part of a head, for all renderers that draw it at one height. */
export function trianglesOf(source: Head, height: number): LevelledTriangles {
  const { head, shine } = createHeadLook(source);
  return levelTriangles(head, shine.welded, height);
}

export function createHeadRenderer(
  source: Head,
  { width, height, background, triangles: levelled }: HeadRendererOptions,
): HeadRenderer {
  for (const size of [width, height]) {
    if (!(Number.isInteger(size) && size % 2 === 0 && size >= LEAST && size <= MOST))
      throw new RangeError(
        `Expected an even width and height from ${LEAST} to ${MOST}, received ${width} x ${height}`,
      );
  }
  const look = createHeadLook(source);
  const { head, order, shine } = look;
  const raster = createRasteriser();
  const memory = createRasteriserMemory(raster);
  const vertices = head.light.length;

  const rest = memory.store(head.positions);
  const coordinates = memory.store(head.coordinates);
  const light = memory.store(head.light);
  const starts = memory.store(head.shapes.starts);
  const indices = memory.store(head.shapes.vertices);
  const offsets = memory.store(head.shapes.offsets);
  const triangles = writeTriangles(levelled ?? levelTriangles(head, shine.welded, height), memory);
  const parts = memory.reserve(order.length * PART_BYTES);
  const morphed = memory.reserve(vertices * 16);
  const screen = memory.reserve(vertices * 16);
  const visible = memory.reserve((head.triangles.length / 3) * VISIBLE_BYTES);
  const firstBands = memory.reserve(head.triangles.length / 3 + 16);
  const lastBands = memory.reserve(head.triangles.length / 3 + 16);
  const shapes = head.shapes.starts.length - 1;
  const weights = memory.reserve(shapes * 4);
  const transforms = memory.reserve(32 * 4);
  const points = memory.reserve(vertices * 8);
  const normals = memory.reserve(shine.parts.length > 0 ? vertices * 16 : 0);
  const welded = memory.store(shine.welded);
  const strands = memory.store(shine.strands);
  const directions = memory.reserve(24 * 4);
  const band = memory.reserve(bandBytes(width));
  const touched = memory.reserve((BAND_ROWS / TILE) * 8);
  const tiles = memory.reserve(tileCount(width) * TILE_BYTES);
  const backdrop = memory.store(paintBackground(background, width, height));
  const empty = memory.reserve(frameBytes(width, height));
  const frame = memory.reserve(frameBytes(width, height));
  raster.fillBackground(band, backdrop, empty, width, height);

  const { buffer } = raster.memory;
  const frameView = new Uint8Array(buffer, frame, frameBytes(width, height));
  const weightView = new Float32Array(buffer, weights, shapes);
  const transformView = new Float32Array(buffer, transforms, 32);
  const directionView = new Float32Array(buffer, directions, 24);
  const normalView = new Float32Array(buffer, normals, shine.parts.length > 0 ? vertices * 4 : 0);
  const lightView = new Float32Array(buffer, light, vertices);
  const morphedView = new Float32Array(buffer, morphed, 4 * vertices);
  const floats = new Float32Array(buffer, parts, (order.length * PART_BYTES) / 4);
  const integers = new Int32Array(buffer, parts, (order.length * PART_BYTES) / 4);
  order.forEach((part, i) => {
    const at = (i * PART_BYTES) / 4;
    const flags =
      (part.doubleSided ? FLAGS.doubleSided : 0) |
      (part.alpha === 'mask' ? FLAGS.masked : 0) |
      (part.alpha === 'blend' ? FLAGS.blended : 0) |
      (look.isLit(part) ? FLAGS.lit : 0) |
      shineFlags(shineColour(part));
    integers.set([part.firstTriangle, part.triangles, flags, 128 - Math.round(255 * part.cutoff)], at);
    const { power = 0, shift = 0, added = [0, 0, 0], tint = 0 } = shineColour(part) ?? {};
    floats.set([power / LOBE_SHARPNESS, shift], at + 6);
    floats.set([...added, 0, tint, tint, tint, 0], at + 16);
  });
  const setLight = (weights: Float32Array): void => {
    look.at(weights).forEach(({ bias, gain, factor, colour }, i) => {
      const at = (i * PART_BYTES) / 4;
      floats.set([bias, gain], at + 4);
      floats.set([...factor, 1, ...colour], at + 8);
    });
  };

  const placeHighlights = (pose: FacePose): void => {
    if (shine.parts.length === 0) return;
    directionView.set(shineDirections(headRotation(pose)));
    normalView.fill(0);
    for (const part of shine.parts) {
      const { firstVertex, vertices: count, firstTriangle, triangles: faces } = part;
      const { strands: isHair, power } = part.shine!;
      if (isHair) {
        const away = awayOf(power);
        raster.strandPoints(morphed, strands, firstVertex, count, away, directions, points);
        continue;
      }
      raster.addNormals(morphed, triangles, firstTriangle, faces, welded, normals);
      raster.surfacePoints(morphed, welded, normals, firstVertex, count, directions, points);
    }
  };

  let frames = 0;
  let verticesMs = 0;
  let drawMs = 0;
  let resolveMs = 0;
  return {
    render: (pose, into) => {
      if (into.width !== width || into.height !== height)
        throw new RangeError(
          `Expected a frame of ${width} x ${height}, received ${into.width} x ${into.height}`,
        );
      const startedAt = performance.now();
      weightView.set(head.channels ? channelWeights(head.channels, pose.weights) : pose.weights);
      setLight(pose.weights);
      transformView.set(screenTransforms(head, pose, width, height));
      raster.morph(rest, morphed, vertices, weights, shapes, starts, indices, offsets);
      look.placeGlints(morphedView, pose);
      look.shadeEyes(morphedView, lightView);
      placeHighlights(pose);
      raster.project(morphed, screen, light, vertices, transforms);
      const count = raster.listVisible(
        parts,
        order.length,
        triangles,
        screen,
        width,
        height,
        visible,
        firstBands,
        lastBands,
      );
      let now = performance.now();
      verticesMs += now - startedAt;
      for (let top = 0; top < height; top += BAND_ROWS) {
        raster.clearBand(band, touched, width);
        raster.drawBand(
          visible,
          firstBands,
          lastBands,
          count,
          screen,
          coordinates,
          points,
          band,
          touched,
          tiles,
          backdrop,
          width,
          height,
          top,
        );
        const drawn = performance.now();
        drawMs += drawn - now;
        raster.resolveBand(band, touched, backdrop, empty, frame, width, height, top);
        now = performance.now();
        resolveMs += now - drawn;
      }
      into.bytes.set(frameView);
      frames++;
    },
    stats: () => ({ frames, verticesMs, drawMs, resolveMs, memoryBytes: memory.bytes }),
  };
}

function shineFlags(colour: ShineColour | undefined): number {
  if (!colour) return 0;
  return FLAGS.shines | (colour.byAlpha ? FLAGS.shinesByAlpha : 0);
}
