/**
 * Returns a function that tests if a position is inside the convex hull of a face's points [n x 3] (Andrew's
 * monotone chain, 1979). The hull contains the complete face and no background.
 */
export function faceOutline(points: Float32Array): (x: number, y: number) => boolean {
  const places = Array.from(
    { length: points.length / 3 },
    (_, i) => [points[3 * i]!, points[3 * i + 1]!] as const,
  );
  places.sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (ordered: typeof places): typeof places => {
    const chain: typeof places = [];
    for (const place of ordered) {
      while (chain.length > 1 && side(chain.at(-2)!, chain.at(-1)!, place) <= 0) chain.pop();
      chain.push(place);
    }
    return chain.slice(0, -1);
  };
  const hull = [...half(places), ...half(places.toReversed())];
  return (x, y) => hull.every((from, i) => side(from, hull[(i + 1) % hull.length]!, [x, y]) > 0);
}

type Place = readonly [number, number];

function side([ax, ay]: Place, [bx, by]: Place, [x, y]: Place): number {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
}
