import {
  countAt,
  entryOf,
  type JsonObject,
  listAt,
  numbersAt,
  objectAt,
  objectFrom,
  referenceAt,
  textAt,
} from './glb.js';
import { type AlphaMode, HeadError, type Shine } from './head.js';

export interface Material {
  /** Index in the file; undefined for the default material of glTF. */
  readonly index: number | undefined;
  readonly name: string;
  readonly alpha: AlphaMode;
  readonly cutoff: number;
  readonly doubleSided: boolean;
  readonly unlit: boolean;
  /** Index into `images`; undefined if the material has only a colour. */
  readonly image: number | undefined;
  readonly repeats: boolean;
  /** Red, green, blue, alpha: linear, 0 to 1, multiplied with the image. */
  readonly colour: readonly number[];
  /** Index of the set of texture coordinates. */
  readonly coordinates: number;
  readonly transform: TextureTransform | undefined;
  /** Highlight from `extras.anima.shine`. */
  readonly shine: Shine | undefined;
  /** Shading of drawn characters; undefined for physically shaded materials. */
  readonly toon: Toon | undefined;
  /** Drawing order of blended materials: smaller numbers first. Always 0 except for VRM. */
  readonly order: number;
}

/** KHR_texture_transform: transform of the texture coordinates. */
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
/** A narrower highlight would be smaller than a triangle of a lip. */
const MAX_POWER = 400;
const REPEAT = 10497;
const MIRRORED_REPEAT = 33648;

/**
 * Reads the material of a primitive, or the default material of glTF if `index` is undefined. Throws
 * HeadError.
 */
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

/**
 * Reads `{"anima": {"shine": {"strength": 0.35, "power": 18}, "strands": "v"}}` from the extras of a
 * material. Missing values have the defaults shown here.
 */
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
