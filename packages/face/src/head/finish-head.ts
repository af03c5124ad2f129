import { removeGlints } from './catch-lights.js';
import type { Head, HeadPart, HeadTexture, Shine } from './head.js';

/** Four values for each vertex: a factor, and the amounts added to red, green and blue (0 to 255). */
export type Paint = Float32Array;
const PAINT_VALUES = 4;

/**
 * Paints values of vertices into a texture: texel = texel x factor + colour, interpolated across each
 * triangle at its place in the texture. Texels up to half a texel outside are painted too, so that filtering
 * finds no unpainted edge. Each texel is painted once. `coordinates` and `paint` are those of the whole head.
 */
export function paintTexture(
  { width, height, pixels }: HeadTexture,
  coordinates: Float32Array,
  triangles: Uint32Array,
  paint: Paint,
): void {
  const done = new Uint8Array(width * height);
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [...triangles.subarray(t, t + 3)];
    if (corners.every((vertex) => leavesAsIs(paint, vertex))) continue;
    const xs = corners.map((vertex) => coordinates[2 * vertex]! * width - 0.5);
    const ys = corners.map((vertex) => coordinates[2 * vertex + 1]! * height - 0.5);
    const [x0, x1, x2] = xs as [number, number, number];
    const [y0, y1, y2] = ys as [number, number, number];
    const area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
    if (area === 0) continue;
    const slack =
      (Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys)) / (2 * Math.abs(area));
    const top = Math.max(0, Math.floor(Math.min(...ys)));
    const bottom = Math.min(height - 1, Math.ceil(Math.max(...ys)));
    const left = Math.max(0, Math.floor(Math.min(...xs)));
    const right = Math.min(width - 1, Math.ceil(Math.max(...xs)));
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const b = ((x - x0) * (y2 - y0) - (x2 - x0) * (y - y0)) / area;
        const c = ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) / area;
        if (b < -slack || c < -slack || b + c > 1 + slack || done[y * width + x]) continue;
        done[y * width + x] = 1;
        blend(pixels, 4 * (y * width + x), paint, corners, b, c);
      }
    }
  }
}

function leavesAsIs(paint: Paint, vertex: number): boolean {
  const at = PAINT_VALUES * vertex;
  return paint[at] === 1 && paint[at + 1] === 0 && paint[at + 2] === 0 && paint[at + 3] === 0;
}

function blend(pixels: Uint8Array, at: number, paint: Paint, corners: number[], b: number, c: number): void {
  const value = (k: number): number =>
    paint[PAINT_VALUES * corners[0]! + k]! * (1 - b - c) +
    paint[PAINT_VALUES * corners[1]! + k]! * b +
    paint[PAINT_VALUES * corners[2]! + k]! * c;
  const factor = value(0);
  for (let k = 0; k < 3; k++)
    pixels[at + k] = Math.max(0, Math.min(255, Math.round(pixels[at + k]! * factor + value(k + 1))));
}

/** Finds the vertex of a set that is nearest to a place, if one lies within `reach`. */
export interface NearVertices {
  nearest(
    x: number,
    y: number,
    z: number,
  ): { readonly vertex: number; readonly distance: number } | undefined;
}

/**
 * Searches vertices `first` to `first + count` of [vertices x 4] positions. They are sorted into cubes as
 * wide as the reach, and a search reads 27 cubes.
 */
export function createNearVertices(
  positions: Float32Array,
  first: number,
  count: number,
  reach: number,
): NearVertices {
  const cubes = new Map<string, number[]>();
  const cube = (value: number): number => Math.floor(value / reach);
  for (let i = first; i < first + count; i++) {
    const key = `${cube(positions[4 * i]!)},${cube(positions[4 * i + 1]!)},${cube(positions[4 * i + 2]!)}`;
    const inside = cubes.get(key);
    if (inside) inside.push(i);
    else cubes.set(key, [i]);
  }
  return {
    nearest: (x, y, z) => {
      let vertex = -1;
      let least = reach * reach;
      for (let dx = -1; dx <= 1; dx++) {
        for (let dy = -1; dy <= 1; dy++) {
          for (let dz = -1; dz <= 1; dz++) {
            for (const i of cubes.get(`${cube(x) + dx},${cube(y) + dy},${cube(z) + dz}`) ?? []) {
              const square =
                (positions[4 * i]! - x) ** 2 +
                (positions[4 * i + 1]! - y) ** 2 +
                (positions[4 * i + 2]! - z) ** 2;
              if (square > least) continue;
              least = square;
              vertex = i;
            }
          }
        }
      }
      return vertex === -1 ? undefined : { vertex, distance: Math.sqrt(least) };
    },
  };
}

/** Metres from hair within which the scalp takes its shade, and how much of it next to the hair. */
const SHADE_REACH = 0.01;
const SHADE_MOST = 0.75;
/** Factor of the mean colour of the hair, which includes its hidden dark strands. */
const SHADE_DEPTH = 1.05;
/** Metres from the lips over which the inside of the mouth goes from their colour, darkened, to its own. */
const LIP_REACH = 0.012;
const LIP_DEPTH = 0.5;
/** The dark of a mouth is red, not black: factor and colour of its inside. */
const CAVITY_FACTOR = 0.85;
const CAVITY = [42, 18, 17] as const;
/** Highlight of hair whose file does not specify one. */
const HAIR_SHINE: Shine = { strength: 0.4, power: 80, strands: true };

/** Adds highlights to painted parts (KHR_materials_unlit) if the file specifies none. */
export function withShine(parts: readonly HeadPart[]): readonly HeadPart[] {
  return parts.map((part) =>
    part.role === 'hair' && part.painted && !part.shine && part.alpha !== 'blend'
      ? { ...part, shine: HAIR_SHINE }
      : part,
  );
}

/**
 * Paints lighting effects into the textures of such a head: the shade of hair on the scalp, and lips that
 * continue into the mouth. Removes painted reflections from the eyes: the renderer draws them, because they
 * keep their place when the head turns. A skin with its own highlights was made for this renderer and stays
 * unchanged.
 */
export function finishHead(head: Head): void {
  const hair = head.parts.filter(({ role, painted }) => role === 'hair' && painted);
  const skin = head.parts.filter(({ role, painted }) => role === 'skin' && painted);
  if (skin.some(({ shine }) => shine)) return;
  for (const part of skin) if (hair.length > 0) paint(head, part, scalpShade(head, part, hair));
  for (const part of head.parts) {
    if (!part.painted) continue;
    if (part.role === 'mouth' && skin.length > 0) paint(head, part, lipColour(head, part, skin[0]!));
    if (part.role === 'eye') removeGlints(head, part);
  }
}

function paint(head: Head, part: HeadPart, values: Paint): void {
  const first = 3 * part.firstTriangle;
  paintTexture(
    head.textures[part.texture]!,
    head.coordinates,
    head.triangles.subarray(first, first + 3 * part.triangles),
    values,
  );
}

/** Paint that changes nothing, for all vertices of the head. */
function noPaint(head: Head): Paint {
  const values = new Float32Array(PAINT_VALUES * head.light.length);
  for (let i = 0; i < values.length; i += PAINT_VALUES) values[i] = 1;
  return values;
}

/** Skin next to hair takes the colour of deep hair: no bright scalp in a parting, a soft hairline. */
function scalpShade(head: Head, part: HeadPart, hair: readonly HeadPart[]): Paint {
  const values = noPaint(head);
  for (const { firstVertex, vertices, texture } of hair) {
    const colour = meanColour(head.textures[texture]!).map((value) => value * SHADE_DEPTH);
    const strands = createNearVertices(head.positions, firstVertex, vertices, SHADE_REACH);
    for (let i = part.firstVertex; i < part.firstVertex + part.vertices; i++) {
      const found = strands.nearest(...placeOf(head, i));
      if (!found) continue;
      const share = SHADE_MOST * (1 - found.distance / SHADE_REACH);
      if (1 - share < values[PAINT_VALUES * i]!) mixInto(values, i, colour, share);
    }
  }
  return values;
}

/** The rim of the mouth interior has the colour of shaded lips, so that no black hole opens. */
function lipColour(head: Head, part: HeadPart, skin: HeadPart): Paint {
  const values = noPaint(head);
  const texture = head.textures[skin.texture]!;
  const lips = createNearVertices(head.positions, skin.firstVertex, skin.vertices, LIP_REACH);
  for (let i = part.firstVertex; i < part.firstVertex + part.vertices; i++) {
    const found = lips.nearest(...placeOf(head, i));
    const share = found ? 1 - found.distance / LIP_REACH : 0;
    const lip = found
      ? colourAt(texture, head.coordinates[2 * found.vertex]!, head.coordinates[2 * found.vertex + 1]!)
      : CAVITY;
    values[PAINT_VALUES * i] = CAVITY_FACTOR * (1 - share);
    for (let k = 0; k < 3; k++)
      values[PAINT_VALUES * i + 1 + k] = CAVITY[k]! * (1 - share) + lip[k]! * LIP_DEPTH * share;
  }
  return values;
}

function placeOf({ positions }: Head, vertex: number): [number, number, number] {
  return [positions[4 * vertex]!, positions[4 * vertex + 1]!, positions[4 * vertex + 2]!];
}

function mixInto(values: Paint, vertex: number, colour: readonly number[], share: number): void {
  values[PAINT_VALUES * vertex] = 1 - share;
  for (let k = 0; k < 3; k++) values[PAINT_VALUES * vertex + 1 + k] = colour[k]! * share;
}

function colourAt({ width, height, pixels }: HeadTexture, u: number, v: number): number[] {
  const x = Math.max(0, Math.min(width - 1, Math.floor(u * width)));
  const y = Math.max(0, Math.min(height - 1, Math.floor(v * height)));
  return [...pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)];
}

/** Returns the mean colour, weighted by alpha. */
function meanColour({ pixels }: HeadTexture): number[] {
  const sums = [0, 0, 0];
  let total = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    total += pixels[i + 3]!;
    for (let k = 0; k < 3; k++) sums[k]! += pixels[i + k]! * pixels[i + 3]!;
  }
  return sums.map((sum) => sum / Math.max(1, total));
}
