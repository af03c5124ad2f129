/** Where something lies on the map, -1 to 1 along both axes. */
export interface Place {
  x: number;
  y: number;
}

/** The nearest to a place, within `reach` of it; null where there is none. */
export function nearestTo<Placed extends Place>(
  places: readonly Placed[],
  to: Place,
  reach: number,
): Placed | null {
  let found: Placed | null = null;
  let least = reach;
  for (const place of places) {
    const distance = Math.hypot(place.x - to.x, place.y - to.y);
    if (distance <= least) [found, least] = [place, distance];
  }
  return found;
}

/** Seen from one place, the next in a direction (`x`, `y` of it): the nearer and the straighter ahead the sooner. */
export function nextTowards<Placed extends Place>(
  places: readonly Placed[],
  from: Placed,
  direction: Place,
): Placed | null {
  let found: Placed | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const place of places) {
    const [x, y] = [place.x - from.x, place.y - from.y];
    const ahead = x * direction.x + y * direction.y;
    const aside = Math.abs(x * direction.y - y * direction.x);
    if (place === from || ahead <= 0 || aside > ahead * 2) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [found, least] = [place, cost];
  }
  return found;
}
