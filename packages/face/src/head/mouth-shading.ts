import { type ArkitShape, shapeIndex } from '../arkit-shapes.js';
import { smoothStep } from '../smooth-step.js';
import type { Head, HeadPart } from './head.js';

/** How the inside of a mouth is lit: texel x factor + colour, sRGB levels. */
export interface MouthLight {
  readonly factor: readonly [number, number, number];
  readonly colour: readonly [number, number, number];
}

/** Of a mouth that is hardly open: less light falls into it. */
const LEAST = 0.5;
/** Powers of red, green and blue: light that comes off lips and gums is warm. */
const WARMTH = [0.8, 1.05, 1.15] as const;
/** Openness (below) at which all light falls in. */
const OPEN = 0.55;
/** Openness below which what shows between the lips, at their corners above all, turns into the shade between lips. */
const PARTED = 0.1;
/** 27 mm at 1.1 m; of a tongue that is out farther than the lips let it. */
const TONGUE_BACK = 0.025;
const TONGUE_FREE = 0.6;
const LIP_SHADE = [108, 66, 60] as const;

/**
 * From the weights of a pose. Openness is in units of jawOpen: what else parts the lips counts by how far it does, and
 * protruded lips keep light out.
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
 * How far back the tongue is drawn, as a factor of 1 / distance: between lips that are hardly open it stays behind the lower
 * lip, through which tongueOut alone would push it.
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

/** Vertices of an edge at most; of a lid's moving vertices in one such strip, the one that moves farthest is its edge. */
const STRIPS = 12;
/** Metres below the edge of a lid over which its shade ends; lashes are part of it. */
const REACH = 0.0042;
/** Of the light next to the lid. */
const DARKEST = 0.6;
/** Metres from the middle of an eye within which its lid lies. */
const NEAR = 0.022;

/** Of the eyes of a head that are painted and have a part of their own; empty for a head without lids. */
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

/** Where a shape of ARKit stands among those of a head; -1 if the head does not have it. */
function shapeNumber({ channels }: Head, shape: ArkitShape): number {
  return channels ? channels.findIndex(({ name }) => name === shape) : shapeIndex[shape];
}

/** Writes the light of an eye's vertices, from vertices that are morphed, [vertices x 4]. */
export function shadeEye({ eye, edge }: LidShade, morphed: Float32Array, light: Float32Array): void {
  for (let i = eye.firstVertex; i < eye.firstVertex + eye.vertices; i++) {
    const below = heightAt(edge, morphed, morphed[4 * i]!) - morphed[4 * i + 1]!;
    light[i] = DARKEST + (1 - DARKEST) * smoothStep(below / REACH);
  }
}

/** Height of the edge at `x`; beyond its ends that of the end. */
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

/** Of the skin what a blink moves down, strip by strip from -x to +x. */
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
