import type { JsonObject } from './gltf-json.js';
import {
  countAt,
  entryOf,
  listAt,
  numbersAt,
  objectAt,
  objectFrom,
  referenceAt,
  textAt,
} from './gltf-json.js';
import type { AlphaMode, Shine } from './head.js';
import { HeadError } from './head-error.js';

export interface Material {
  /** Of the file; undefined for glTF's default one. */
  readonly index: number | undefined;
  readonly name: string;
  readonly alpha: AlphaMode;
  readonly cutoff: number;
  readonly doubleSided: boolean;
  readonly unlit: boolean;
  /** Index into `images`; undefined where the colour is all there is. */
  readonly image: number | undefined;
  readonly repeats: boolean;
  /** Red, green, blue, alpha: linear, 0 to 1, multiplies the picture. */
  readonly colour: readonly number[];
  /** Which of the sets of texture coordinates. */
  readonly coordinates: number;
  readonly transform: TextureTransform | undefined;
  /** From `extras.anima.shine`. */
  readonly shine: Shine | undefined;
  /** Of drawn characters; undefined for what is shaded as things are. */
  readonly toon: Toon | undefined;
  /** Smaller ones first, where things are blended; 0 but for VRM. */
  readonly order: number;
}

/** KHR_texture_transform: what is done to texture coordinates. */
export interface TextureTransform {
  readonly offset: readonly number[];
  /** Radians. */
  readonly rotation: number;
  readonly scale: readonly number[];
}

/** Two tones (MToon): lit, and in shade. */
export interface Toon {
  /** Brightness of the shade as a share of that in light, coded as sRGB. */
  readonly shade: number;
  /** -1 to 1: added to the cosine between normal and light; how hard the edge is, 0 to 1. */
  readonly shift: number;
  readonly toony: number;
}

const ALPHA_MODES: Readonly<Record<string, AlphaMode>> = { OPAQUE: 'opaque', MASK: 'mask', BLEND: 'blend' };
/** Narrower would be less than a triangle of a lip. */
const MAX_POWER = 400;
const REPEAT = 10497;
const MIRRORED_REPEAT = 33648;

/** The material of a primitive; glTF's default one where it names none. Throws HeadError. */
export function readMaterial(json: JsonObject, index: number | undefined): Material {
  const material = index === undefined ? {} : entryOf(json, 'materials', index);
  const surface = objectAt(material, 'pbrMetallicRoughness');
  const alphaMode = material.alphaMode ?? 'OPAQUE';
  const alpha = ALPHA_MODES[String(alphaMode)];
  if (!alpha)
    throw new HeadError(`Expected OPAQUE, MASK or BLEND for alphaMode, received ${String(alphaMode)}`);
  const [cutoff] =
    material.alphaCutoff === undefined ? [0.5] : numbersAt({ _: [material.alphaCutoff] }, '_', [0]);
  return {
    index,
    name: textAt(material, 'name'),
    alpha,
    cutoff: cutoff!,
    doubleSided: material.doubleSided === true,
    unlit: objectAt(material, 'extensions').KHR_materials_unlit !== undefined,
    colour: numbersAt(surface, 'baseColorFactor', [1, 1, 1, 1]),
    ...readTexture(json, surface),
    shine: readShine(material),
    toon: undefined,
    order: 0,
  };
}

/** `{"anima": {"shine": {"strength": 0.35, "power": 18}, "strands": "v"}}` in a material's extras; what is missing is as it is there. */
function readShine(material: JsonObject): Shine | undefined {
  const anima = objectAt(objectAt(material, 'extras'), 'anima');
  if (anima.shine === undefined) return undefined;
  const shine = objectFrom(anima.shine, 'extras.anima.shine');
  const [strength] = numbersAt({ _: [shine.strength ?? 0.35] }, '_', [0]);
  const [power] = numbersAt({ _: [shine.power ?? 18] }, '_', [0]);
  return {
    strength: Math.min(1, Math.max(0, strength!)),
    power: Math.min(MAX_POWER, Math.max(1, power!)),
    strands: anima.strands === 'v',
  };
}

/** Each material once, in the order in which it is first needed. */
export function materialsOf(primitives: readonly { readonly material: Material }[]): readonly Material[] {
  return [...new Map(primitives.map(({ material }) => [material.index, material])).values()];
}

function readTexture(
  json: JsonObject,
  surface: JsonObject,
): Pick<Material, 'image' | 'repeats' | 'coordinates' | 'transform'> {
  if (surface.baseColorTexture === undefined)
    return { image: undefined, repeats: false, coordinates: 0, transform: undefined };
  const reference = objectFrom(surface.baseColorTexture, 'baseColorTexture');
  const texture = entryOf(json, 'textures', countAt(reference, 'index'));
  const webp = objectAt(objectAt(texture, 'extensions'), 'EXT_texture_webp');
  const image = referenceAt(webp, 'source') ?? referenceAt(texture, 'source');
  if (image === undefined || image >= listAt(json, 'images').length)
    throw new HeadError('A texture of the GLB has no picture that this program reads (PNG, JPEG, WebP)');
  const moved = objectAt(objectAt(reference, 'extensions'), 'KHR_texture_transform');
  const sampler = referenceAt(texture, 'sampler');
  const wrap = sampler === undefined ? REPEAT : countAt(entryOf(json, 'samplers', sampler), 'wrapS', REPEAT);
  return {
    image,
    repeats: wrap === REPEAT || wrap === MIRRORED_REPEAT,
    coordinates: countAt(moved, 'texCoord', countAt(reference, 'texCoord', 0)),
    transform:
      Object.keys(moved).length === 0
        ? undefined
        : {
            offset: numbersAt(moved, 'offset', [0, 0]),
            rotation: numbersAt({ _: [moved.rotation ?? 0] }, '_', [0])[0]!,
            scale: numbersAt(moved, 'scale', [1, 1]),
          },
  };
}
