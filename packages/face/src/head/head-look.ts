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
import { frontAndBack, frontFirst, isInBack } from './front-first.js';
import type { Head, HeadPart, HeadTexture, PartRole } from './head.js';
import { headRotation, NO_ROTATION } from './head-transforms.js';
import { lidShades, mouthLight, shadeEye, tongueBias } from './mouth-shading.js';
import { type ShineMap, SKULL, shineMap } from './shine.js';

/**
 * Share of the distance by which an eye is moved back behind closing lids: 2.7 mm at 1.1 m. The offsets of a
 * blink move a lid straight from open to closed, and the eye is round: on the way a lid is up to 2 mm behind
 * the front of the eye.
 */
const DRAWN_BACK = 0.0025;
/** Weight of a blink from which an eye is moved back completely. */
const IN_FULL = 0.12;

/** Factor of 1 / distance for depth comparisons of the person's left or right eye. */
function eyeBias(weights: Float32Array, isLeft: boolean): number {
  const blink = weights[isLeft ? shapeIndex.eyeBlinkLeft : shapeIndex.eyeBlinkRight]!;
  return 1 - DRAWN_BACK * smoothStep(blink / IN_FULL);
}

/** Appearance of a head, for the rasteriser of clips and for the graphics of a page. */
export interface HeadLook {
  /** The head with an additional part for each eye reflection, placed in every frame. */
  readonly head: Head;
  /** The parts in drawing order. A part can occur twice, with its triangles divided. */
  readonly order: readonly HeadPart[];
  /** Whether `light`, factor and colour apply to a part. */
  isLit(part: HeadPart): boolean;
  /** Returns the look of each part in drawing order, from the 52 values of a pose. */
  at(weights: Float32Array): readonly PartLook[];
  /** Writes the reflections into morphed vertices before the head turns, [vertices x 4]. */
  placeGlints(morphed: Float32Array, pose: FacePose): void;
  /** Writes the shade of the lids on the eyes into `light`, from morphed vertices. */
  shadeEyes(morphed: Float32Array, light: Float32Array): void;
  readonly shine: ShineMap;
}

export interface PartLook {
  /** Factor of 1 / distance in depth comparisons. */
  readonly bias: number;
  /** Factor of the opacity of blended parts. */
  readonly gain: number;
  /** A lit texel becomes texel x factor x light + colour, in sRGB levels. Colour includes rounding. */
  readonly factor: readonly [number, number, number];
  readonly colour: readonly [number, number, number];
}

/** Brows and lashes are on the skin: a blended part may be slightly behind the skin. */
const BLEND_BIAS = 1.0004;
/** Minimum opacity, 0 to 255, of a line of lashes when the lids are closed. */
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
  const gains = order.map((part) => (determinesLook(part) ? lashGain(head.textures[part.texture]!) : 0));
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

/** Returns the depth bias of a part as its face moves, as a factor of 1 / distance. */
function depthBias(role: PartRole, weights: Float32Array, isLeft: boolean): number {
  if (role === 'tongue') return tongueBias(weights);
  return role === 'eye' ? eyeBias(weights, isLeft) : 1;
}

/**
 * Front parts come first, because hidden pixels are not drawn: hair, the face, hair behind it. Blended parts
 * come last: first the others, then lashes, then loose hair.
 */
function drawingOrder(head: Head, part: HeadPart): number {
  if (part.alpha !== 'blend') return part.role !== 'hair' ? 1 : isInBack(head, part) ? 2 : 0;
  return { eye: 3, lashes: 5, hair: 6 }[part.role as string] ?? 4;
}

/** Returns less for opaque hair farther out, so that the cap below comes last; 0 for other parts. */
function hairDepth({ positions }: Head, { role, alpha, firstVertex, vertices }: HeadPart): number {
  if (role !== 'hair' || alpha === 'blend') return 0;
  let sum = 0;
  for (let i = firstVertex; i < firstVertex + vertices; i++)
    sum += Math.hypot(...SKULL.map((middle, k) => positions[4 * i + k]! - middle));
  return -sum / Math.max(1, vertices);
}

/** Returns a head with only the texture pixels that its look needs, for use with prepared triangles. */
export function withoutPictures(head: Head): Head {
  const visibleTextures = new Set(head.parts.filter(determinesLook).map(({ texture }) => texture));
  const none = new Uint8Array(0);
  const textures = head.textures.map((texture, i) =>
    visibleTextures.has(i) ? texture : { ...texture, pixels: none },
  );
  return { ...head, textures };
}

/** Whether the pixels of a part determine its look during a blink. */
function determinesLook({ role }: HeadPart): boolean {
  return role === 'lashes';
}

/** Returns the gain of the opacity of faint lashes during a blink, as a share of that opacity. */
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

/** Returns the head with an additional blended part for each reflection. */
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
