import type { Head, HeadPart } from './head.js';
import type { Rotation } from './head-transforms.js';
import { KEY } from './vertex-light.js';
import { weldedVertices } from './vertex-sets.js';

/**
 * Highlights that keep their place when a head turns. A part shines as far as its direction, the normal of a
 * surface or the tangent of a strand, matches the half vector of light and view. Each vertex has a point in a
 * plane with 0, 0 in the middle of the highlight. This point is linear enough to interpolate it across a
 * triangle. The highlight is the lobe at the distance of the point from 0, 0.
 */
export interface ShineMap {
  /** Parts that shine. */
  readonly parts: readonly HeadPart[];
  /** For each vertex, the vertex whose normal it shares. [vertices] */
  readonly welded: Uint32Array;
  /**
   * For each vertex of a strand: the unit direction along the strand and the unit direction out from the
   * skull, each followed by 0. [vertices x 8]
   */
  readonly strands: Float32Array;
}

/** Half vector of the key light and the line of sight, and two directions perpendicular to it. */
const HALF_VECTOR = unit([KEY[0], KEY[1], KEY[2] + 1]);
const ACROSS = unit([HALF_VECTOR[2], 0, -HALF_VECTOR[0]]);
const UP = cross(HALF_VECTOR, ACROSS);
/** A lobe is (1 - power x distance^2 / 16)^8: it ends, and looks like cosine^power. */
export const LOBE_SHARPNESS = 16;
/**
 * Alpha from which a surface is moist: a second, narrower lobe is added with this factor of the power and
 * this strength at alpha 1.
 */
export const MOIST = { from: 0.6, power: 4, strength: 0.8 } as const;
/** Middle of the skull in metres. Hair on its far side and hanging hair shine little. */
export const SKULL = [0, 0.01, -0.075] as const;
/** Offset of strands that face away from the light, as a share of the reach of the lobe. */
const AWAY = 0.8;
/** Colour of the light. */
const LIGHT_COLOUR = [1, 0.965, 0.92] as const;
/**
 * Factors of the strength for hair: tint by its own colour, added light, and shift of a highlight by the
 * brightness of a strand.
 */
const STRAND_TINT = 0.8;
const STRAND_LIGHT = 0.32;
const STRAND_SHIFT = 0.16;

/**
 * Colours of the highlight of a part: a texel becomes texel x (1 + tint x lobe) + added x lobe, levels 0 to
 * 255.
 */
export interface ShineColour {
  readonly power: number;
  readonly added: readonly [number, number, number];
  readonly tint: number;
  /** Added to the point's first number, times the texel's green from 0 to 1 less one half. */
  readonly shift: number;
  /** Whether the alpha of the texel scales the highlight. */
  readonly byAlpha: boolean;
}

export function shineColour({ shine, alpha }: HeadPart): ShineColour | undefined {
  if (!shine || shine.strength === 0) return undefined;
  const { strength, power, strands } = shine;
  const light = 255 * strength * (strands ? STRAND_LIGHT : 1);
  return {
    power,
    added: [light * LIGHT_COLOUR[0], light * LIGHT_COLOUR[1], light * LIGHT_COLOUR[2]],
    tint: strands ? STRAND_TINT * strength : 0,
    shift: strands ? STRAND_SHIFT : 0,
    byAlpha: !strands && alpha === 'opaque',
  };
}

export function shineMap(head: Head): ShineMap {
  const strands = new Float32Array(8 * head.light.length);
  const parts = head.parts.filter((part) => shineColour(part) !== undefined);
  for (const part of parts) if (part.shine!.strands) layStrands(head, part, strands);
  return { parts, welded: weldedVertices(head.positions, head.shapes), strands };
}

/**
 * Returns the light directions in the frames of the torso and of the head: half vector, across, up (4 numbers
 * each), first for the torso, then for the head turned by `rotation`. The transpose of the rotation inverts
 * it. [24]
 */
export function shineDirections([a, b, c, d, e, f, g, h, i]: Rotation): Float32Array {
  const directions = [HALF_VECTOR, ACROSS, UP];
  return Float32Array.from([
    ...directions.flatMap((direction) => [...direction, 0]),
    ...directions.flatMap(([x, y, z]) => [
      a * x + d * y + g * z,
      b * x + e * y + h * z,
      c * x + f * y + i * z,
      0,
    ]),
  ]);
}

/**
 * Returns the distance from the middle of the lobe for strands that face away from the light. The lobe ends
 * slightly farther out.
 */
export function awayOf(power: number): number {
  return AWAY * Math.sqrt(LOBE_SHARPNESS / power);
}

/**
 * Computes the points of all shining vertices from morphed vertices before the head turns, as
 * assembly/head/shine.ts does for clips. [vertices x 2]
 */
export function shinePoints(
  head: Head,
  { parts, welded, strands }: ShineMap,
  morphed: Float32Array,
  directions: Float32Array,
  points: Float32Array,
): void {
  const normals = new Float32Array(morphed.length);
  for (const part of parts) {
    if (part.shine!.strands) {
      strandPoints(part, strands, morphed, directions, points);
      continue;
    }
    addNormals(head, part, welded, morphed, normals);
    for (let i = part.firstVertex; i < part.firstVertex + part.vertices; i++) {
      const at = 4 * welded[i]!;
      const normal = normals.subarray(at, at + 3);
      const length = Math.hypot(normal[0]!, normal[1]!, normal[2]!) || 1;
      const along = (k: number): number => towards(normal, directions, k, morphed[4 * i + 3]!) / length;
      const [half, x, y] = [along(0), along(1), along(2)];
      // Behind the horizon of the light the projection would return to the middle of the plane.
      const scale = half < 0 ? 1 / Math.max(1e-6, Math.hypot(x, y)) : 1;
      points[2 * i] = x * scale;
      points[2 * i + 1] = y * scale;
    }
  }
}

function strandPoints(
  { firstVertex, vertices, shine }: HeadPart,
  strands: Float32Array,
  morphed: Float32Array,
  directions: Float32Array,
  points: Float32Array,
): void {
  const away = awayOf(shine!.power);
  for (let i = firstVertex; i < firstVertex + vertices; i++) {
    const follows = morphed[4 * i + 3]!;
    points[2 * i] = towards(strands.subarray(8 * i), directions, 0, follows);
    const facing = towards(strands.subarray(8 * i + 4), directions, 0, follows);
    points[2 * i + 1] = away * (1 - Math.max(0, facing));
  }
}

/** Dot product with direction `k`, of the torso and of the head mixed. */
function towards(of: Float32Array, directions: Float32Array, k: number, follows: number): number {
  const dot = (from: number): number =>
    of[0]! * directions[from]! + of[1]! * directions[from + 1]! + of[2]! * directions[from + 2]!;
  const torso = dot(4 * k);
  return torso + follows * (dot(12 + 4 * k) - torso);
}

/** Adds the normals of a part's triangles, as long as twice their areas, to their corners. */
function addNormals(
  { triangles }: Head,
  { firstTriangle, triangles: count }: HeadPart,
  welded: Uint32Array,
  p: Float32Array,
  normals: Float32Array,
): void {
  for (let t = 3 * firstTriangle; t < 3 * (firstTriangle + count); t += 3) {
    const [i, j, k] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    const [ax, ay, az] = [p[4 * i]!, p[4 * i + 1]!, p[4 * i + 2]!];
    const [bx, by, bz] = [p[4 * j]! - ax, p[4 * j + 1]! - ay, p[4 * j + 2]! - az];
    const [cx, cy, cz] = [p[4 * k]! - ax, p[4 * k + 1]! - ay, p[4 * k + 2]! - az];
    for (const corner of [i, j, k]) {
      const at = 4 * welded[corner]!;
      normals[at]! += by * cz - bz * cy;
      normals[at + 1]! += bz * cx - bx * cz;
      normals[at + 2]! += bx * cy - by * cx;
    }
  }
}

/** Computes the direction of the strand at each vertex, along v of its texture. */
function layStrands(head: Head, part: HeadPart, strands: Float32Array): void {
  const { positions: p, coordinates: uv } = head;
  for (let t = 3 * part.firstTriangle; t < 3 * (part.firstTriangle + part.triangles); t += 3) {
    const [a, b, c] = head.triangles.subarray(t, t + 3) as unknown as [number, number, number];
    const du1 = uv[2 * b]! - uv[2 * a]!;
    const du2 = uv[2 * c]! - uv[2 * a]!;
    const sign = Math.sign(du1 * (uv[2 * c + 1]! - uv[2 * a + 1]!) - du2 * (uv[2 * b + 1]! - uv[2 * a + 1]!));
    for (let k = 0; k < 3; k++) {
      const tangent = sign * (du1 * (p[4 * c + k]! - p[4 * a + k]!) - du2 * (p[4 * b + k]! - p[4 * a + k]!));
      for (const vertex of [a, b, c]) strands[8 * vertex + k]! += tangent;
    }
  }
  for (let i = part.firstVertex; i < part.firstVertex + part.vertices; i++) {
    const along = unit([strands[8 * i]!, strands[8 * i + 1]!, strands[8 * i + 2]!]);
    const out = unit([p[4 * i]! - SKULL[0], p[4 * i + 1]! - SKULL[1], p[4 * i + 2]! - SKULL[2]]);
    strands.set([...along, 0, ...out, 0], 8 * i);
  }
}

type Vector = readonly [number, number, number];

function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

function cross([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}
