import { ARKIT_SHAPES } from '../arkit-shapes.js';
import type { Frame } from '../picture/frame.js';
import { frameBytes } from '../picture/frame.js';
import type { FacePose } from '../timeline/face-motion.js';
import { type Background, paintBackground } from './background.js';
import type { Head } from './head.js';
import { screenTransforms } from './head-transforms.js';
import { BAND_ROWS, createRasteriser, ROW_PADDING, SAMPLE_BYTES } from './rasteriser.js';
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
const PART_BYTES = 32;
const FLAGS = { doubleSided: 1, masked: 2, blended: 4, lit: 8 } as const;

export function createHeadRenderer(head: Head, { width, height, background }: HeadRendererOptions): HeadRenderer {
  for (const size of [width, height]) {
    if (!(Number.isInteger(size) && size % 2 === 0 && size >= LEAST && size <= MOST))
      throw new RangeError(`Expected an even width and height from ${LEAST} to ${MOST}, received ${width} x ${height}`);
  }
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
  const visible = memory.reserve((head.triangles.length / 3) * 32);
  const weights = memory.reserve(ARKIT_SHAPES.length * 4);
  const transforms = memory.reserve(32 * 4);
  const band = memory.reserve(2 * BAND_ROWS * (width * SAMPLE_BYTES + ROW_PADDING));
  const touched = memory.reserve(BAND_ROWS * 8);
  const coarse = memory.reserve(4 * Math.ceil(width / 8) * (BAND_ROWS / 8));
  const behind = memory.store(paintBackground(background, width, height));
  const empty = memory.reserve(frameBytes(width, height));
  const frame = memory.reserve(frameBytes(width, height));
  raster.fillBackground(band, behind, empty, width, height);

  const { buffer } = raster.memory;
  const frameView = new Uint8Array(buffer, frame, frameBytes(width, height));
  const weightView = new Float32Array(buffer, weights, ARKIT_SHAPES.length);
  const transformView = new Float32Array(buffer, transforms, 32);
  // What is blended comes after what is not.
  const order = [
    ...head.parts.filter(({ role, alpha }) => role === 'hair' && alpha !== 'blend'),
    ...head.parts.filter(({ role, alpha }) => role !== 'hair' && alpha !== 'blend'),
    ...head.parts.filter(({ alpha }) => alpha === 'blend'),
  ];
  order.forEach((part, i) => {
    const integers = new Int32Array(buffer, parts + i * PART_BYTES, 4);
    const floats = new Float32Array(buffer, parts + i * PART_BYTES + 16, 2);
    integers[0] = part.firstTriangle;
    integers[1] = part.triangles;
    integers[2] =
      (part.doubleSided ? FLAGS.doubleSided : 0) |
      (part.alpha === 'mask' ? FLAGS.masked : 0) |
      (part.alpha === 'blend' ? FLAGS.blended : 0) |
      (part.lit ? FLAGS.lit : 0);
    integers[3] = 128 - Math.round(255 * part.cutoff);
    floats[0] = 1;
    floats[1] = part.alpha === 'blend' ? 1.0008 : 1;
  });

  let frames = 0;
  let verticesMs = 0;
  let drawMs = 0;
  let resolveMs = 0;
  return {
    render: (pose, into) => {
      if (into.width !== width || into.height !== height)
        throw new RangeError(`Expected a frame of ${width} x ${height}, received ${into.width} x ${into.height}`);
      const begun = performance.now();
      weightView.set(pose.weights);
      transformView.set(screenTransforms(head, pose, width, height));
      raster.morph(rest, morphed, vertices, weights, ARKIT_SHAPES.length, starts, indices, offsets);
      raster.project(morphed, screen, light, vertices, transforms);
      const count = raster.listVisible(parts, order.length, triangles, screen, width, height, visible);
      let now = performance.now();
      verticesMs += now - begun;
      for (let top = 0; top < height; top += BAND_ROWS) {
        raster.clearBand(band, touched, width);
        raster.drawBand(visible, count, screen, coordinates, band, touched, coarse, width, height, top);
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
