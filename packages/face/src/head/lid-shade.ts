import { type ArkitShape, shapeIndex } from '../arkit-shapes.js';
import { smoothStep } from '../smooth-step.js';
import type { Head, HeadPart } from './head.js';

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
