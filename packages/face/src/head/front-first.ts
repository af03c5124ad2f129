import type { Head, HeadPart } from './head.js';

/** Metres: hair farther back than this lies behind the face, and the skin hides most of it. */
const BEHIND = -0.05;

/**
 * The triangles of a head with those of its hair from the front to the back, as the head looks at rest: strands lie over one
 * another, and what a nearer one covers is not drawn. What is blended keeps its order.
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

/** A part in two where it is hair that is sorted from the front: before the face and behind it. Else, and for a head all of whose
 * hair lies on one side, itself. */
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
