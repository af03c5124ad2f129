import { sharedIntegers } from '../shared-memory.js';
import type { Head, HeadTexture } from './head.js';
import { HALF_VIEW } from './head-transforms.js';
import type { RasteriserMemory } from './rasteriser.js';
import { MAX_LEVELS, type TextureLevel, textureLevels } from './texture-levels.js';

/** Twice the areas of a triangle. */
export interface TriangleAreas {
  /** Square metres, at rest. */
  readonly surface: number;
  /** Square metres as seen from the front; negative from behind. */
  readonly front: number;
  /** In the texture, whose sides are 1. */
  readonly picture: number;
}

export function triangleAreas(
  { positions: p, coordinates: uv, triangles }: Pick<Head, 'positions' | 'coordinates' | 'triangles'>,
  triangle: number,
): TriangleAreas {
  const [a, b, c] = triangles.subarray(3 * triangle, 3 * triangle + 3) as unknown as [number, number, number];
  const edge = (to: number, k: number): number => p[4 * to + k]! - p[4 * a + k]!;
  const across = (to: number, k: number): number => uv[2 * to + k]! - uv[2 * a + k]!;
  const front = edge(b, 0) * edge(c, 1) - edge(b, 1) * edge(c, 0);
  return {
    surface: Math.hypot(
      edge(b, 1) * edge(c, 2) - edge(b, 2) * edge(c, 1),
      edge(b, 2) * edge(c, 0) - edge(b, 0) * edge(c, 2),
      front,
    ),
    front,
    picture: Math.abs(across(b, 0) * across(c, 1) - across(b, 1) * across(c, 0)),
  };
}

/**
 * Returns for each triangle the neighbours across its edges from corner 0 to 1, 1 to 2 and 2 to 0: triangles
 * of the same part that have the edge in the opposite direction, as in one surface. All three are -1 for a
 * triangle with an edge that has no neighbour or several. [triangles x 3]
 */
export function edgeNeighbours({ triangles, parts }: Head, welded: Uint32Array): Int32Array {
  const neighbours = new Int32Array(triangles.length).fill(-1);
  for (const { firstTriangle, triangles: count } of parts) {
    const first = 3 * firstTriangle;
    const froms = triangles.subarray(first, first + 3 * count).map((vertex) => welded[vertex]!);
    const edges = createEdgeTable(froms.length);
    const to = (edge: number): number => froms[edge % 3 === 2 ? edge - 2 : edge + 1]!;
    for (let edge = 0; edge < froms.length; edge++) edges.add(froms[edge]!, to(edge), edge);
    for (let edge = 0; edge < froms.length; edge++) {
      const other = edges.only(to(edge), froms[edge]!);
      if (other !== -1 && edges.only(froms[edge]!, to(edge)) === edge)
        neighbours[first + edge] = firstTriangle + Math.floor(other / 3);
    }
    for (let edge = first; edge < first + froms.length; edge += 3) {
      const isWhole = neighbours[edge] !== -1 && neighbours[edge + 1] !== -1 && neighbours[edge + 2] !== -1;
      if (!isWhole) neighbours.fill(-1, edge, edge + 3);
    }
  }
  return neighbours;
}

interface EdgeTable {
  add(from: number, to: number, edge: number): void;
  /** Returns the edge between two vertices, or -1 if no edge or several edges exist. */
  only(from: number, to: number): number;
}

/** Open addressing: a Map of fifty thousand edges would take a quarter of the time to open a head. */
function createEdgeTable(edges: number): EdgeTable {
  const size = 2 ** Math.ceil(Math.log2(2 * edges + 1));
  const froms = new Int32Array(size).fill(-1);
  const tos = new Int32Array(size);
  const found = new Int32Array(size);
  const slotOf = (from: number, to: number): number => {
    let slot = (Math.imul(from, 0x9e3779b1) ^ Math.imul(to, 0x85ebca6b)) >>> 5;
    while (froms[slot & (size - 1)] !== -1) {
      const at = slot & (size - 1);
      if (froms[at] === from && tos[at] === to) return at;
      slot++;
    }
    return slot & (size - 1);
  };
  return {
    add: (from, to, edge) => {
      const slot = slotOf(from, to);
      found[slot] = froms[slot] === -1 ? edge : -1;
      froms[slot] = from;
      tos[slot] = to;
    },
    only: (from, to) => {
      const slot = slotOf(from, to);
      return froms[slot] === -1 ? -1 : found[slot]!;
    },
  };
}

/**
 * Level 0 is used up to 1.41 / SOFTNESS texels for each pixel: slightly sharper than one texel for each
 * pixel.
 */
const SOFTNESS = 0.8;
/**
 * Maximum texels of a level that is always stored. A larger level is stored if it is required for this share
 * of the pixels of the texture.
 */
const LARGE_LEVEL = 2 ** 20;
const WORTH_KEEPING = 0.5;
/** Layout of the record of a triangle, in numbers. */
const RECORD = 8;
const LEVEL = 3;
const NEIGHBOURS = 4;

/** Triangles and texture levels of a head at one height, for all renderers. Plain data over shared memory. */
export interface LevelledTriangles {
  /**
   * [triangles x 8]: corners, an index of `levels`, the neighbours across the three edges (see
   * `edgeNeighbours`), 0.
   */
  readonly records: Int32Array;
  readonly levels: readonly TextureLevel[];
}

/**
 * Chooses a texture level for each triangle once, from its size at rest. No level changes while the head
 * moves, and only used levels are stored. `welded` is the result of `weldedVertices` for the head.
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

/**
 * Writes triangles and levels in the layout of assembly/head/layout.ts. Returns the address of the triangles.
 */
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
  /** Areas in the texture; on the screen, facing the camera; and as the camera sees it, 0 from behind. */
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
