import { sharedIntegers } from '../shared-memory.js';
import { edgeNeighbours } from './edge-neighbours.js';
import type { Head, HeadTexture } from './head.js';
import { HALF_VIEW } from './head-transforms.js';
import type { RasteriserMemory } from './rasteriser-memory.js';
import { MAX_LEVELS, type TextureLevel, textureLevels } from './texture-levels.js';
import { triangleAreas } from './triangle-areas.js';

/** Level 0 up to 1.41 / SOFTNESS texels a pixel: somewhat sharper than a texel a pixel. */
const SOFTNESS = 0.8;
/** Texels of a level that need no reason; a larger one is kept where this share of the texture's pixels asks for it. */
const LARGE_LEVEL = 2 ** 20;
const WORTH_KEEPING = 0.5;
/** Numbers of a triangle's record. */
const RECORD = 8;
const LEVEL = 3;
const NEIGHBOURS = 4;

/** What every renderer of a head draws at one height: plain data over shared memory. */
export interface LevelledTriangles {
  /** [triangles x 8]: corners, a number of `levels`, the triangles beyond its three edges (see `edgeNeighbours`), 0. */
  readonly records: Int32Array;
  readonly levels: readonly TextureLevel[];
}

/**
 * Chooses a level of its texture for each triangle once, from its size at rest: so no level changes while the head moves, and
 * only the levels that are used are kept. `welded` as `weldedVertices` of the head has them.
 */
export function levelTriangles(head: Head, welded: Uint32Array, height: number): LevelledTriangles {
  const records = new Int32Array(sharedIntegers((head.triangles.length / 3) * RECORD).buffer);
  const levels: TextureLevel[] = [];
  edgeNeighbours(head, welded).forEach((neighbour, edge) => {
    records[RECORD * Math.floor(edge / 3) + NEIGHBOURS + (edge % 3)] = neighbour;
  });
  for (const part of head.parts) {
    const texture = head.textures[part.texture]!;
    const sizes = Array.from({ length: part.triangles }, (_, i) =>
      sizeOf(head, part.firstTriangle + i, texture, height),
    );
    const wanted = sizes.map(({ texels, pixels }) =>
      Math.max(0, Math.min(MAX_LEVELS - 1, Math.round(Math.log2(Math.sqrt(texels / pixels) * SOFTNESS)))),
    );
    const finest = finestLevel(wanted, sizes, texture);
    const chosen = wanted.map((level) => Math.max(level, finest));
    const numbers = new Map<number, number>();
    for (const [index, level] of textureLevels(texture, new Set(chosen), part.alpha === 'opaque'))
      numbers.set(index, levels.push(level) - 1);
    chosen.forEach((level, i) => {
      const t = part.firstTriangle + i;
      records.set(head.triangles.subarray(3 * t, 3 * t + 3), RECORD * t);
      records[RECORD * t + LEVEL] = numbers.get(level)!;
    });
  }
  return { records, levels };
}

/** Writes triangles and levels as assembly/head/layout.ts has them; returns the address of the triangles. */
export function writeTriangles({ records, levels }: LevelledTriangles, memory: RasteriserMemory): number {
  const address = memory.reserve(records.byteLength);
  const addresses = levels.map(({ width, height, repeats, texels, columnBytes }) => {
    const record = new Uint32Array(8);
    new Float32Array(record.buffer).set([1, 256 * width, 256 * height, 1]);
    record.set([memory.store(texels), columnBytes, repeats ? 1 : 0], 4);
    return memory.store(record);
  });
  const written = records.slice();
  for (let at = 0; at < written.length; at += RECORD) {
    written[at + LEVEL] = addresses[written[at + LEVEL]!]!;
    for (let k = at + NEIGHBOURS; k < at + NEIGHBOURS + 3; k++)
      written[k] = written[k] === -1 ? 0 : address + 4 * RECORD * written[k]!;
  }
  memory.write(address, written);
  return address;
}

function finestLevel(
  wanted: readonly number[],
  sizes: readonly TriangleSize[],
  { width, height }: HeadTexture,
): number {
  const total = sizes.reduce((sum, { front }) => sum + front, 0);
  let asking = 0;
  for (let level = 0; ; level++) {
    if ((width * height) / 4 ** level <= LARGE_LEVEL) return level;
    wanted.forEach((one, i) => {
      if (one === level) asking += sizes[i]!.front;
    });
    if (asking >= WORTH_KEEPING * total) return level;
  }
}

interface TriangleSize {
  /** Areas: in its texture; on the screen, seen face on; and as the camera sees it, 0 from behind. */
  readonly texels: number;
  readonly pixels: number;
  readonly front: number;
}

function sizeOf(
  head: Head,
  triangle: number,
  { width, height }: HeadTexture,
  frameHeight: number,
): TriangleSize {
  const { surface, front, picture } = triangleAreas(head, triangle);
  const depth = head.positions[4 * head.triangles[3 * triangle]! + 2]!;
  const pixelsPerMetre = frameHeight / 2 / HALF_VIEW / Math.max(0.1, head.camera.z - depth);
  return {
    texels: picture * width * height,
    pixels: Math.max(surface * pixelsPerMetre ** 2, 1e-6),
    front: Math.max(front, 0) * pixelsPerMetre ** 2,
  };
}
