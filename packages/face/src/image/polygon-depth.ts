/**
 * Returns the distance to the nearest edge of the polygon [n x 2], negative outside. Uses the even-odd rule.
 */
export function depthInside(polygon: Float64Array, x: number, y: number): number {
  let nearest = Infinity;
  let inside = false;
  let fromX = polygon[polygon.length - 2]!;
  let fromY = polygon[polygon.length - 1]!;
  for (let at = 0; at < polygon.length; at += 2) {
    const toX = polygon[at]!;
    const toY = polygon[at + 1]!;
    const edgeX = toX - fromX;
    const edgeY = toY - fromY;
    if (fromY > y !== toY > y && x < fromX + ((y - fromY) / edgeY) * edgeX) inside = !inside;
    const along = ((x - fromX) * edgeX + (y - fromY) * edgeY) / (edgeX * edgeX + edgeY * edgeY || 1);
    const held = along < 0 ? 0 : along > 1 ? 1 : along;
    const dx = x - fromX - held * edgeX;
    const dy = y - fromY - held * edgeY;
    const away = dx * dx + dy * dy;
    if (away < nearest) nearest = away;
    fromX = toX;
    fromY = toY;
  }
  return inside ? Math.sqrt(nearest) : -Math.sqrt(nearest);
}
