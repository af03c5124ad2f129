import type { Head, HeadPart } from './head.js';

/** Depth in metres. Hair farther back than this is behind the face, and the skin hides most of it. */
const BEHIND = -0.05;

/**
 * Returns the triangles of a head. Those of hair are sorted from front to back, as the head is at rest:
 * strands overlap, and hidden pixels are not drawn. Blended parts keep their order.
 */
export function frontFirst(head: Head): Uint32Array {
  const sorted = head.triangles.slice();
  for (const part of head.parts) {
    if (!isStrands(part)) continue;
    const depths = Float64Array.from({ length: part.triangles }, (_, i) =>
      depthOf(head, part.firstTriangle + i),
    );
    Array.from(depths.keys())
      .sort((a, b) => depths[b]! - depths[a]!)
      .forEach((from, to) => {
        const corner = 3 * (part.firstTriangle + from);
        sorted.set(head.triangles.subarray(corner, corner + 3), 3 * (part.firstTriangle + to));
      });
  }
  return sorted;
}

/**
 * Splits a part of sorted hair into the triangles in front of the face and those behind it. Returns other
 * parts, and hair on one side only, as a single part.
 */
export function frontAndBack(head: Head, part: HeadPart): readonly HeadPart[] {
  if (!isStrands(part)) return [part];
  let front = 0;
  while (front < part.triangles && depthOf(head, part.firstTriangle + front) > BEHIND) front++;
  const halves = [
    { ...part, triangles: front },
    { ...part, firstTriangle: part.firstTriangle + front, triangles: part.triangles - front },
  ];
  return halves.filter(({ triangles }) => triangles > 0);
}

/** Whether a part is hair behind the face. */
export function isBehind(head: Head, part: HeadPart): boolean {
  return isStrands(part) && depthOf(head, part.firstTriangle) <= BEHIND;
}

function isStrands({ role, alpha }: HeadPart): boolean {
  return role === 'hair' && alpha !== 'blend';
}

/** The middle of a triangle, metres towards the camera. */
function depthOf({ positions, triangles }: Head, triangle: number): number {
  let sum = 0;
  for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++)
    sum += positions[4 * triangles[corner]! + 2]!;
  return sum / 3;
}
