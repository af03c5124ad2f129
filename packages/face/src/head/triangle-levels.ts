import { edgeNeighbours } from './edge-neighbours.js';
import type { Head, HeadTexture } from './head.js';
import { HALF_VIEW } from './head-transforms.js';
import type { RasteriserMemory } from './rasteriser-memory.js';
import { MOST_LEVELS, textureLevels } from './texture-levels.js';
import { triangleAreas } from './triangle-areas.js';
import { weldedVertices } from './welded-vertices.js';

/** Level 0 up to 1.41 / SOFTNESS texels a pixel: somewhat sharper than a texel a pixel. */
const SOFTNESS = 0.8;
/** Texels of a level that need no reason; a larger one is kept where this share of the texture's pixels asks for it. */
const LARGE_LEVEL = 2 ** 20;
const WORTH_KEEPING = 0.5;
/** Numbers of a triangle's record. */
const RECORD = 8;

/**
 * Chooses a level of its texture for each triangle once, from its size at rest: so no level changes while the head moves, and
 * only the levels that are used are kept. Writes triangles and levels as assembly/head/layout.ts has them; returns the address
 * of the triangles.
 */
export function writeTriangles(head: Head, height: number, memory: RasteriserMemory): number {
  const records = new Uint32Array((head.triangles.length / 3) * RECORD);
  const address = memory.reserve(records.byteLength);
  edgeNeighbours(head, weldedVertices(head.positions, head.shapes)).forEach((neighbour, edge) => {
    if (neighbour !== -1)
      records[RECORD * Math.floor(edge / 3) + 4 + (edge % 3)] = address + 4 * RECORD * neighbour;
  });
  for (const part of head.parts) {
    const texture = head.textures[part.texture]!;
    const sizes = Array.from({ length: part.triangles }, (_, i) =>
      sizeOf(head, part.firstTriangle + i, texture, height),
    );
    const wanted = sizes.map(({ texels, pixels }) =>
      Math.max(0, Math.min(MOST_LEVELS - 1, Math.round(Math.log2(Math.sqrt(texels / pixels) * SOFTNESS)))),
    );
    const finest = finestLevel(wanted, sizes, texture);
    const chosen = wanted.map((level) => Math.max(level, finest));
    const addresses = new Map<number, number>();
    for (const [index, level] of textureLevels(texture, new Set(chosen), part.alpha === 'opaque')) {
      const record = new Uint32Array(8);
      new Float32Array(record.buffer).set([1, 256 * level.width, 256 * level.height, 1]);
      record.set([memory.store(level.texels), level.columnBytes, texture.repeats ? 1 : 0], 4);
      addresses.set(index, memory.store(record));
    }
    chosen.forEach((level, i) => {
      const t = part.firstTriangle + i;
      records.set(head.triangles.subarray(3 * t, 3 * t + 3), RECORD * t);
      records[RECORD * t + 3] = addresses.get(level)!;
    });
  }
  memory.write(address, records);
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
