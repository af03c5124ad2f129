import { type ArkitShape, shapeIndex } from '../arkit-shapes.js';
import { smoothStep } from '../smooth-step.js';
import type { Head, HeadPart } from './head.js';

/** Light in the mouth interior: texel x factor + colour, in sRGB levels. */
export interface MouthLight {
  readonly factor: readonly [number, number, number];
  readonly colour: readonly [number, number, number];
}

/** Factor of a mouth that is hardly open: less light enters it. */
const LEAST = 0.5;
/** Exponents of red, green and blue: light reflected by lips and gums is warm. */
const WARMTH = [0.8, 1.05, 1.15] as const;
/** Openness (see `mouthLight`) at which all light enters. */
const OPEN = 0.55;
/**
 * Openness below which the mouth interior between the lips, mainly at the corners, takes the shade of the
 * lips.
 */
const PARTED = 0.1;
/** 27 mm at 1.1 m, for a tongue that is farther out than the lips permit. */
const TONGUE_BACK = 0.025;
const TONGUE_FREE = 0.6;
const LIP_SHADE = [108, 66, 60] as const;

/**
 * Computes the light from the weights of a pose. Openness is in units of jawOpen: other shapes that part the
 * lips count by their effect, and protruded lips reduce the light.
 */
export function mouthLight(weights: Float32Array): MouthLight {
  const both = (left: number, right: number): number => (weights[left]! + weights[right]!) / 2;
  const jaw = Math.max(0, weights[shapeIndex.jawOpen]! - weights[shapeIndex.mouthClose]!);
  const funnel = weights[shapeIndex.mouthFunnel]!;
  const pucker = weights[shapeIndex.mouthPucker]!;
  const bared =
    both(shapeIndex.mouthUpperUpLeft, shapeIndex.mouthUpperUpRight) +
    both(shapeIndex.mouthLowerDownLeft, shapeIndex.mouthLowerDownRight);
  const spread = both(shapeIndex.mouthStretchLeft, shapeIndex.mouthStretchRight);
  const smile = both(shapeIndex.mouthSmileLeft, shapeIndex.mouthSmileRight);
  const parted = jaw + 0.35 * funnel + 0.3 * pucker + 0.45 * bared + 0.1 * spread;
  const open = Math.max(0, jaw + 0.4 * bared + 0.35 * spread + 0.35 * smile - 0.3 * Math.max(funnel, pucker));
  const closed = 1 - smoothStep(parted / PARTED);
  const light = LEAST + (1 - LEAST) * smoothStep(open / OPEN);
  const mixed = (value: (k: number) => number): [number, number, number] => [value(0), value(1), value(2)];
  return {
    factor: mixed((k) => light ** WARMTH[k]! * (1 - closed)),
    colour: mixed((k) => LIP_SHADE[k]! * closed),
  };
}

/**
 * Returns how far the tongue is moved back, as a factor of 1 / distance. Between lips that are hardly open it
 * stays behind the lower lip, which tongueOut alone would push it through.
 */
export function tongueBias(weights: Float32Array): number {
  const jaw = Math.max(0, weights[shapeIndex.jawOpen]! - weights[shapeIndex.mouthClose]!);
  const beyond = smoothStep((weights[shapeIndex.tongueOut]! - TONGUE_FREE) / 0.15);
  return 1 - TONGUE_BACK * beyond * (1 - smoothStep((jaw - 0.3) / 0.2));
}

/** The edge of an upper lid over an eye. */
export interface LidShade {
  readonly eye: HeadPart;
  /** Vertices of the skin along the edge, from one corner of the eye to the other. */
  readonly edge: readonly number[];
}

/**
 * Maximum number of vertices of an edge. In each strip of the moving vertices of a lid, the vertex that moves
 * farthest is the edge.
 */
const STRIPS = 12;
/** Height of the shade below the edge of a lid in metres, including lashes. */
const REACH = 0.0042;
/** Factor of the light next to the lid. */
const DARKEST = 0.6;
/** Metres from the middle of an eye within which its lid lies. */
const NEAR = 0.022;

/**
 * Returns the lid edges of the painted eyes that are separate parts. Returns an empty list for a head without
 * lids.
 */
export function lidShades(head: Head): readonly LidShade[] {
  return head.parts
    .filter(({ role, painted }) => role === 'eye' && painted)
    .flatMap((eye) => {
      const middle = middleOf(head, eye);
      const blink = shapeNumber(head, middle[0] > 0 ? 'eyeBlinkLeft' : 'eyeBlinkRight');
      const edge = blink === -1 ? [] : lidEdge(head, blink, middle);
      return edge.length >= 3 ? [{ eye, edge }] : [];
    });
}

/** Returns the index of an ARKit shape among the shapes of a head, or -1 if the head does not have it. */
function shapeNumber({ channels }: Head, shape: ArkitShape): number {
  return channels ? channels.findIndex(({ name }) => name === shape) : shapeIndex[shape];
}

/** Writes the light of the vertices of an eye from morphed vertices, [vertices x 4]. */
export function shadeEye({ eye, edge }: LidShade, morphed: Float32Array, light: Float32Array): void {
  for (let i = eye.firstVertex; i < eye.firstVertex + eye.vertices; i++) {
    const below = heightAt(edge, morphed, morphed[4 * i]!) - morphed[4 * i + 1]!;
    light[i] = DARKEST + (1 - DARKEST) * smoothStep(below / REACH);
  }
}

/** Returns the height of the edge at `x`. Outside the edge, returns the height of the nearest end. */
function heightAt(edge: readonly number[], p: Float32Array, x: number): number {
  let [before, after] = [edge[0]!, edge[0]!];
  for (const vertex of edge) {
    after = vertex;
    if (p[4 * vertex]! >= x) break;
    before = vertex;
  }
  const width = p[4 * after]! - p[4 * before]!;
  const share = width > 0 ? Math.min(1, Math.max(0, (x - p[4 * before]!) / width)) : 0;
  return p[4 * before + 1]! + share * (p[4 * after + 1]! - p[4 * before + 1]!);
}

function middleOf({ positions }: Head, { firstVertex, vertices }: HeadPart): readonly [number, number] {
  const sum: [number, number] = [0, 0];
  for (let i = firstVertex; i < firstVertex + vertices; i++) {
    sum[0] += positions[4 * i]!;
    sum[1] += positions[4 * i + 1]!;
  }
  return [sum[0] / vertices, sum[1] / vertices];
}

/** Returns the skin vertices that a blink moves down, one for each strip from -x to +x. */
function lidEdge(
  { parts, positions, shapes }: Head,
  blink: number,
  [x, y]: readonly [number, number],
): number[] {
  const skin = parts.filter(({ role }) => role === 'skin');
  const isSkin = (vertex: number): boolean =>
    skin.some(({ firstVertex, vertices }) => vertex >= firstVertex && vertex < firstVertex + vertices);
  const farthest = new Map<number, { vertex: number; move: number }>();
  let most = 0;
  for (let i = shapes.starts[blink]!; i < shapes.starts[blink + 1]!; i++) {
    const vertex = shapes.vertices[i]!;
    const move = -shapes.offsets[4 * i + 1]!;
    const [dx, dy] = [positions[4 * vertex]! - x, positions[4 * vertex + 1]! - y];
    if (Math.hypot(dx, dy) > NEAR || !isSkin(vertex)) continue;
    const strip = Math.floor(((dx + NEAR) / (2 * NEAR)) * STRIPS);
    if (move > (farthest.get(strip)?.move ?? 0)) farthest.set(strip, { vertex, move });
    most = Math.max(most, move);
  }
  return [...farthest.values()]
    .filter(({ move }) => move > 0.1 * most)
    .map(({ vertex }) => vertex)
    .sort((a, b) => positions[4 * a]! - positions[4 * b]!);
}
