import { shapeIndex } from '../arkit-shapes.js';
import type { Frame } from '../picture/frame.js';
import { frameBytes } from '../picture/frame.js';
import type { FacePose } from '../timeline/face-motion.js';
import { channelWeights } from '../vrm/channel-weights.js';
import { type Background, paintBackground } from './background.js';
import {
  CATCH_LIGHT_COORDINATES,
  CATCH_LIGHT_TRIANGLES,
  CATCH_LIGHT_VERTICES,
  type CatchLight,
  catchLights,
  catchLightTexture,
  placeCatchLight,
} from './catch-lights.js';
import type { Head, HeadPart, HeadTexture, PartRole } from './head.js';
import { headRotation, NO_ROTATION, screenTransforms } from './head-transforms.js';
import { mouthLight, tongueBias } from './mouth-light.js';
import {
  BAND_ROWS,
  bandBytes,
  createRasteriser,
  PART_BYTES,
  TILE,
  TILE_BYTES,
  tileCount,
  VISIBLE_BYTES,
} from './rasteriser.js';
import { createRasteriserMemory } from './rasteriser-memory.js';
import { writeTriangles } from './triangle-levels.js';

export interface HeadRenderer {
  /** Draws the head. The same pose gives the same bytes, whatever was drawn before. */
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
}

const LEAST = 64;
const MOST = 2048;
/** Brows and lashes lie on the skin: what is blended may lie a little behind it. */
const BLEND_BIAS = 1.0004;
/** Opacity, 0 to 255, that a line of lashes has at least when lids are closed. */
const LASH_LINE = 215;
const INSIDE_MOUTH: ReadonlySet<PartRole> = new Set(['mouth', 'teeth', 'tongue']);
const FLAGS = { doubleSided: 1, masked: 2, blended: 4, lit: 8 } as const;

export function createHeadRenderer(
  source: Head,
  { width, height, background }: HeadRendererOptions,
): HeadRenderer {
  for (const size of [width, height]) {
    if (!(Number.isInteger(size) && size % 2 === 0 && size >= LEAST && size <= MOST))
      throw new RangeError(
        `Expected an even width and height from ${LEAST} to ${MOST}, received ${width} x ${height}`,
      );
  }
  const lights = catchLights(source);
  const head = withCatchLights(source, lights);
  const raster = createRasteriser();
  const memory = createRasteriserMemory(raster);
  const vertices = head.light.length;

  const rest = memory.store(head.positions);
  const coordinates = memory.store(head.coordinates);
  const light = memory.store(head.light);
  const starts = memory.store(head.shapes.starts);
  const indices = memory.store(head.shapes.vertices);
  const offsets = memory.store(head.shapes.offsets);
  const triangles = writeTriangles(head, height, memory);
  const parts = memory.reserve(head.parts.length * PART_BYTES);
  const morphed = memory.reserve(vertices * 16);
  const screen = memory.reserve(vertices * 16);
  const visible = memory.reserve((head.triangles.length / 3) * VISIBLE_BYTES);
  const firstBands = memory.reserve(head.triangles.length / 3 + 16);
  const lastBands = memory.reserve(head.triangles.length / 3 + 16);
  const shapes = head.shapes.starts.length - 1;
  const weights = memory.reserve(shapes * 4);
  const transforms = memory.reserve(32 * 4);
  const band = memory.reserve(bandBytes(width));
  const touched = memory.reserve((BAND_ROWS / TILE) * 8);
  const tiles = memory.reserve(tileCount(width) * TILE_BYTES);
  const behind = memory.store(paintBackground(background, width, height));
  const empty = memory.reserve(frameBytes(width, height));
  const frame = memory.reserve(frameBytes(width, height));
  raster.fillBackground(band, behind, empty, width, height);

  const { buffer } = raster.memory;
  const frameView = new Uint8Array(buffer, frame, frameBytes(width, height));
  const weightView = new Float32Array(buffer, weights, shapes);
  const transformView = new Float32Array(buffer, transforms, 32);
  const order = [...head.parts].sort((a, b) => drawingOrder(a) - drawingOrder(b));
  const floats = new Float32Array(buffer, parts, (order.length * PART_BYTES) / 4);
  const integers = new Int32Array(buffer, parts, (order.length * PART_BYTES) / 4);
  order.forEach((part, i) => {
    const at = (i * PART_BYTES) / 4;
    const flags =
      (part.doubleSided ? FLAGS.doubleSided : 0) |
      (part.alpha === 'mask' ? FLAGS.masked : 0) |
      (part.alpha === 'blend' ? FLAGS.blended : 0) |
      (part.lit || INSIDE_MOUTH.has(part.role) ? FLAGS.lit : 0);
    integers.set([part.firstTriangle, part.triangles, flags, 128 - Math.round(255 * part.cutoff)], at);
    floats.set([part.alpha === 'blend' ? BLEND_BIAS : 1, 1, 0, 0, 1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5], at + 4);
  });
  const gains = order.map((part) => (part.role === 'lashes' ? lashGain(head.textures[part.texture]!) : 0));
  const setLight = (weights: Float32Array): void => {
    const { factor, colour } = mouthLight(weights);
    const blink = (weights[shapeIndex.eyeBlinkLeft]! + weights[shapeIndex.eyeBlinkRight]!) / 2;
    order.forEach((part, i) => {
      const at = (i * PART_BYTES) / 4;
      if (INSIDE_MOUTH.has(part.role)) floats.set([...factor, 1, ...colour], at + 8);
      if (part.role === 'tongue') floats[at + 4] = tongueBias(weights);
      if (part.role === 'lashes') floats[at + 5] = 1 + gains[i]! * blink;
    });
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
      const begun = performance.now();
      weightView.set(head.channels ? channelWeights(head.channels, pose.weights) : pose.weights);
      setLight(pose.weights);
      transformView.set(screenTransforms(head, pose, width, height));
      raster.morph(rest, morphed, vertices, weights, shapes, starts, indices, offsets);
      const rotation = headRotation(pose);
      lights.forEach((light, i) => {
        const pupil = new Float32Array(buffer, morphed + 16 * light.pupil, 3);
        const first = source.light.length + i * CATCH_LIGHT_VERTICES;
        const corners = new Float32Array(buffer, morphed + 16 * first, 4 * CATCH_LIGHT_VERTICES);
        placeCatchLight(light, pupil, rotation, corners);
      });
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
      verticesMs += now - begun;
      for (let top = 0; top < height; top += BAND_ROWS) {
        raster.clearBand(band, touched, width);
        raster.drawBand(
          visible,
          firstBands,
          lastBands,
          count,
          screen,
          coordinates,
          band,
          touched,
          tiles,
          behind,
          width,
          height,
          top,
        );
        const drawn = performance.now();
        drawMs += drawn - now;
        raster.resolveBand(band, touched, behind, empty, frame, width, height, top);
        now = performance.now();
        resolveMs += now - drawn;
      }
      into.bytes.set(frameView);
      frames++;
    },
    stats: () => ({ frames, verticesMs, drawMs, resolveMs, memoryBytes: memory.bytes }),
  };
}

/** The front first, for what it hides need not be drawn; what is blended last, lashes over the rest of it. */
function drawingOrder({ role, alpha }: HeadPart): number {
  if (alpha !== 'blend') return role === 'hair' ? 0 : 1;
  return role === 'eye' ? 2 : role === 'lashes' ? 4 : 3;
}

/** What the opacity of faint lashes gains in a blink, as a share of itself. */
function lashGain({ pixels }: HeadTexture): number {
  let sum = 0;
  let count = 0;
  for (let i = 3; i < pixels.length; i += 4) {
    if (pixels[i]! < 64) continue;
    sum += pixels[i]!;
    count++;
  }
  return Math.max(0, (LASH_LINE * count) / Math.max(1, sum) - 1);
}

/** The head with a blended part more for each glint; their vertices are placed frame by frame. */
function withCatchLights(head: Head, lights: readonly CatchLight[]): Head {
  if (lights.length === 0) return head;
  const vertices = head.light.length;
  const triangles = head.triangles.length / 3;
  const glints = lights.map(
    (_, i): HeadPart => ({
      name: 'catch light',
      role: 'eye',
      firstVertex: vertices + i * CATCH_LIGHT_VERTICES,
      vertices: CATCH_LIGHT_VERTICES,
      firstTriangle: triangles + (i * CATCH_LIGHT_TRIANGLES.length) / 3,
      triangles: CATCH_LIGHT_TRIANGLES.length / 3,
      texture: head.textures.length,
      alpha: 'blend',
      cutoff: 0,
      doubleSided: true,
      lit: false,
    }),
  );
  const positions = new Float32Array(4 * (vertices + lights.length * CATCH_LIGHT_VERTICES));
  positions.set(head.positions);
  const corners = positions.subarray(4 * vertices);
  lights.forEach((light, i) => {
    const pupil = head.positions.subarray(4 * light.pupil);
    placeCatchLight(light, pupil, NO_ROTATION, corners.subarray(4 * CATCH_LIGHT_VERTICES * i));
  });
  return {
    ...head,
    positions,
    coordinates: Float32Array.from([...head.coordinates, ...lights.flatMap(() => CATCH_LIGHT_COORDINATES)]),
    light: Float32Array.from([
      ...head.light,
      ...lights.flatMap(() => Array<number>(CATCH_LIGHT_VERTICES).fill(1)),
    ]),
    triangles: Uint32Array.from([
      ...head.triangles,
      ...glints.flatMap(({ firstVertex }) => CATCH_LIGHT_TRIANGLES.map((corner) => firstVertex + corner)),
    ]),
    parts: [...head.parts, ...glints],
    textures: [...head.textures, catchLightTexture()],
  };
}
