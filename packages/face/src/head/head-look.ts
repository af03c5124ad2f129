import { shapeIndex } from '../arkit-shapes.js';
import { smoothStep } from '../smooth-step.js';
import type { FacePose } from '../timeline/face-motion.js';
import {
  CATCH_LIGHT_COORDINATES,
  CATCH_LIGHT_TRIANGLES,
  CATCH_LIGHT_VERTICES,
  type CatchLight,
  catchLights,
  catchLightTexture,
  placeCatchLight,
} from './catch-lights.js';
import { frontAndBack, frontFirst, isBehind } from './front-first.js';
import type { Head, HeadPart, HeadTexture, PartRole } from './head.js';
import { headRotation, NO_ROTATION } from './head-transforms.js';
import { lidShades, mouthLight, shadeEye, tongueBias } from './mouth-shading.js';
import { type ShineMap, SKULL, shineMap } from './shine.js';

/**
 * Share of the distance by which an eye is drawn back behind lids that close: 2.7 mm at 1.1 m. The offsets of a blink lead a lid straight
 * from open to closed, and the eye is round: on the way a lid lies up to 2 mm behind its front.
 */
const DRAWN_BACK = 0.0025;
/** Weight of a blink from which an eye is drawn back in full. */
const IN_FULL = 0.12;

/** Factor of 1 / distance for depth comparisons of the person's left or right eye. */
export function eyeBias(weights: Float32Array, isLeft: boolean): number {
  const blink = weights[isLeft ? shapeIndex.eyeBlinkLeft : shapeIndex.eyeBlinkRight]!;
  return 1 - DRAWN_BACK * smoothStep(blink / IN_FULL);
}

/** How a head looks, whatever draws it: the rasteriser of clips, or the graphics of a page. */
export interface HeadLook {
  /** With a part more for each glint of its eyes; their vertices are placed frame by frame. */
  readonly head: Head;
  /** Its parts in the order in which they are drawn; one may come in two, its triangles shared out. */
  readonly order: readonly HeadPart[];
  /** Whether `light`, factor and colour apply to a part. */
  isLit(part: HeadPart): boolean;
  /** Of each part in that order, from the 52 values of a pose. */
  at(weights: Float32Array): readonly PartLook[];
  /** Into vertices that are morphed and not yet turned, [vertices x 4]. */
  placeGlints(morphed: Float32Array, pose: FacePose): void;
  /** The shade of the lids on the eyes, into `light` of the head's vertices, from vertices that are morphed. */
  shadeEyes(morphed: Float32Array, light: Float32Array): void;
  readonly shine: ShineMap;
}

export interface PartLook {
  /** 1 / distance is multiplied by it where depths are compared. */
  readonly bias: number;
  /** Of the opacity of what is blended. */
  readonly gain: number;
  /** A lit texel becomes texel x factor x light + colour; sRGB levels, colour with the half that rounds. */
  readonly factor: readonly [number, number, number];
  readonly colour: readonly [number, number, number];
}

/** Brows and lashes lie on the skin: what is blended may lie a little behind it. */
const BLEND_BIAS = 1.0004;
/** Opacity, 0 to 255, that a line of lashes has at least when lids are closed. */
const LASH_LINE = 215;
const INSIDE_MOUTH: ReadonlySet<PartRole> = new Set(['mouth', 'teeth', 'tongue']);
const PLAIN = { factor: [1, 1, 1], colour: [0.5, 0.5, 0.5] } as const;

export function createHeadLook(source: Head): HeadLook {
  const lights = catchLights(source);
  const head = withGlints({ ...source, triangles: frontFirst(source) }, lights);
  const order = head.parts
    .flatMap((part) => frontAndBack(head, part))
    .sort((a, b) => drawingOrder(head, a) - drawingOrder(head, b) || hairDepth(head, a) - hairDepth(head, b));
  const shades = lidShades(source);
  const shaded = new Set(shades.map(({ eye }) => eye.name));
  const isLeft = order.map(({ firstVertex }) => head.positions[4 * firstVertex]! > 0);
  const gains = order.map((part) => (isLookedAt(part) ? lashGain(head.textures[part.texture]!) : 0));
  return {
    head,
    order,
    shine: shineMap(head),
    isLit: ({ lit, role, name }) => lit || INSIDE_MOUTH.has(role) || (role === 'eye' && shaded.has(name)),
    at: (weights) => {
      const mouth = mouthLight(weights);
      const blink = (weights[shapeIndex.eyeBlinkLeft]! + weights[shapeIndex.eyeBlinkRight]!) / 2;
      return order.map(({ role, alpha }, i) => ({
        bias: (alpha === 'blend' ? BLEND_BIAS : 1) * depthBias(role, weights, isLeft[i]!),
        gain: 1 + gains[i]! * blink,
        ...(INSIDE_MOUTH.has(role) ? mouth : PLAIN),
      }));
    },
    shadeEyes: (morphed, light) => {
      for (const shade of shades) shadeEye(shade, morphed, light);
    },
    placeGlints: (morphed, pose) => {
      const rotation = headRotation(pose);
      lights.forEach((light, i) => {
        const pupil = morphed.subarray(4 * light.pupil, 4 * light.pupil + 3);
        const first = 4 * (source.light.length + i * CATCH_LIGHT_VERTICES);
        const corners = morphed.subarray(first, first + 4 * CATCH_LIGHT_VERTICES);
        placeCatchLight(light, pupil, rotation, corners);
      });
    },
  };
}

/** How far back or forward a part is drawn as its face moves, as a factor of 1 / distance. */
function depthBias(role: PartRole, weights: Float32Array, isLeft: boolean): number {
  if (role === 'tongue') return tongueBias(weights);
  return role === 'eye' ? eyeBias(weights, isLeft) : 1;
}

/**
 * The front first, for what it hides need not be drawn: hair, the face, hair behind it; what is blended last, lashes over the rest
 * of it, loose hair over all.
 */
function drawingOrder(head: Head, part: HeadPart): number {
  if (part.alpha !== 'blend') return part.role !== 'hair' ? 1 : isBehind(head, part) ? 2 : 0;
  return { eye: 3, lashes: 5, hair: 6 }[part.role as string] ?? 4;
}

/** Of hair that hides what lies behind it: less, the farther out it lies, so that the cap under it comes last; of all else 0. */
function hairDepth({ positions }: Head, { role, alpha, firstVertex, vertices }: HeadPart): number {
  if (role !== 'hair' || alpha === 'blend') return 0;
  let sum = 0;
  for (let i = firstVertex; i < firstVertex + vertices; i++)
    sum += Math.hypot(...SKULL.map((middle, k) => positions[4 * i + k]! - middle));
  return -sum / Math.max(1, vertices);
}

/** A head without the pixels of its textures but for those that its look is made of: for a renderer that is given its triangles. */
export function withoutPictures(head: Head): Head {
  const kept = new Set(head.parts.filter(isLookedAt).map(({ texture }) => texture));
  const none = new Uint8Array(0);
  const textures = head.textures.map((texture, i) => (kept.has(i) ? texture : { ...texture, pixels: none }));
  return { ...head, textures };
}

/** Whether the pixels of a part say how it looks in a blink. */
function isLookedAt({ role }: HeadPart): boolean {
  return role === 'lashes';
}

/** What the opacity of faint lashes gains in a blink, as a share of itself. */
function lashGain({ pixels }: HeadTexture): number {
  let sum = 0;
  let count = 0;
  for (let i = 3; i < pixels.length; i += 4) {
    if (pixels[i]! < 64) continue;
    sum += pixels[i]!;
    count++;
  }
  return Math.max(0, (LASH_LINE * count) / Math.max(1, sum) - 1);
}

/** The head with a blended part more for each glint; their vertices are placed frame by frame. */
function withGlints(head: Head, lights: readonly CatchLight[]): Head {
  if (lights.length === 0) return head;
  const vertices = head.light.length;
  const triangles = head.triangles.length / 3;
  const glints = lights.map(
    (_, i): HeadPart => ({
      name: 'catch light',
      role: 'eye',
      firstVertex: vertices + i * CATCH_LIGHT_VERTICES,
      vertices: CATCH_LIGHT_VERTICES,
      firstTriangle: triangles + (i * CATCH_LIGHT_TRIANGLES.length) / 3,
      triangles: CATCH_LIGHT_TRIANGLES.length / 3,
      texture: head.textures.length,
      alpha: 'blend',
      cutoff: 0,
      doubleSided: true,
      lit: false,
      painted: true,
      shine: undefined,
    }),
  );
  const positions = new Float32Array(4 * (vertices + lights.length * CATCH_LIGHT_VERTICES));
  positions.set(head.positions);
  const corners = positions.subarray(4 * vertices);
  lights.forEach((light, i) => {
    const pupil = head.positions.subarray(4 * light.pupil);
    placeCatchLight(light, pupil, NO_ROTATION, corners.subarray(4 * CATCH_LIGHT_VERTICES * i));
  });
  const added = lights.length * CATCH_LIGHT_VERTICES;
  const light = new Float32Array(vertices + added).fill(1);
  light.set(head.light);
  return {
    ...head,
    positions,
    light,
    coordinates: longer(
      head.coordinates,
      lights.flatMap(() => CATCH_LIGHT_COORDINATES),
    ),
    triangles: longer(
      head.triangles,
      glints.flatMap(({ firstVertex }) => CATCH_LIGHT_TRIANGLES.map((corner) => firstVertex + corner)),
    ),
    parts: [...head.parts, ...glints],
    textures: [...head.textures, catchLightTexture()],
  };
}

function longer<Values extends Float32Array | Uint32Array>(values: Values, more: readonly number[]): Values {
  const all = new (values.constructor as new (length: number) => Values)(values.length + more.length);
  all.set(values);
  all.set(more, values.length);
  return all;
}
