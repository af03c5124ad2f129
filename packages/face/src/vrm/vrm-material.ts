import { entryOf, type JsonObject, listAt, numbersAt, objectAt, objectFrom } from '../head/glb.js';
import { type Material, readMaterial, type TextureTransform, type Toon } from '../head/gltf-material.js';

/** Defaults of MToon ("VRMC_materials_mtoon" 1.0; shader MToon 3.8 of VRM 0.x). */
const SHADE = [0, 0, 0] as const;
const OLD_SHADE = [0.97, 0.81, 0.86, 1] as const;
const TOONY = 0.9;
/** Queue in which Unity draws blended materials. */
const TRANSPARENT_QUEUE = 3_000;

/** Reads the material of a primitive with the additions of VRM. Throws HeadError. */
export function readVrmMaterial(json: JsonObject, index: number | undefined): Material {
  const material = readMaterial(json, index);
  if (index === undefined) return material;
  const extension = objectAt(entryOf(json, 'materials', index), 'extensions').VRMC_materials_mtoon;
  if (extension !== undefined) return withToon(material, objectFrom(extension, 'VRMC_materials_mtoon'));
  const old = listAt(objectAt(objectAt(json, 'extensions'), 'VRM'), 'materialProperties')[index];
  return old === undefined
    ? material
    : withOldToon(material, objectFrom(old, `materialProperties[${index}]`));
}

function withToon(material: Material, toon: JsonObject): Material {
  const number = (key: string, otherwise: number): number => numberAt(toon, key, otherwise);
  return {
    ...material,
    alpha: toon.transparentWithZWrite === true ? solid(material.alpha) : material.alpha,
    order: number('renderQueueOffsetNumber', 0),
    toon: {
      shade: brightness(numbersAt(toon, 'shadeColorFactor', SHADE), material.colour),
      shift: number('shadingShiftFactor', 0),
      toony: number('shadingToonyFactor', TOONY),
    },
  };
}

/**
 * Converts a material as three-vrm does (three-vrm-materials-v0compat, MIT). Values that are missing in the
 * glTF material come from here.
 */
function withOldToon(material: Material, old: JsonObject): Material {
  const numbers = objectAt(old, 'floatProperties');
  const colours = objectAt(old, 'vectorProperties');
  const zWrite =
    old.shader === 'VRM/UnlitTransparentZWrite' ||
    (material.alpha === 'blend' && numberAt(numbers, '_ZWrite', 0) === 1);
  const drawn: Material = {
    ...material,
    alpha: zWrite ? solid(material.alpha) : material.alpha,
    doubleSided: material.doubleSided || numbers._CullMode === 0,
    transform: oldTransform(colours) ?? material.transform,
    order: numberAt(old, 'renderQueue', TRANSPARENT_QUEUE) - TRANSPARENT_QUEUE,
  };
  if (old.shader !== 'VRM/MToon') return drawn;
  const shift = numberAt(numbers, '_ShadeShift', 0);
  const softness = 0.5 + 0.5 * shift;
  const toony = numberAt(numbers, '_ShadeToony', TOONY);
  const hard = toony + (1 - toony) * softness;
  const shade = numbersAt(colours, '_ShadeColor', OLD_SHADE)
    .slice(0, 3)
    .map((value) => Math.max(0, value) ** 2.2);
  const toon: Toon = { shade: brightness(shade, material.colour), shift: -shift - (1 - hard), toony: hard };
  return { ...drawn, toon };
}

/** Blended materials that write depth are drawn as a mask, whose coverage follows alpha. */
function solid(alpha: Material['alpha']): Material['alpha'] {
  return alpha === 'blend' ? 'mask' : alpha;
}

/** Unity counts v of textures from below. */
function oldTransform(colours: JsonObject): TextureTransform | undefined {
  if (colours._MainTex === undefined) return undefined;
  const [x, y, width, height] = numbersAt(colours, '_MainTex', [0, 0, 1, 1]) as [
    number,
    number,
    number,
    number,
  ];
  return { offset: [x, 1 - height - y], rotation: 0, scale: [width, height] };
}

/**
 * Returns the brightness of shade relative to light, encoded as sRGB, from linear colours. Ignores the
 * texture of the shade, which equals that of the light in most characters.
 */
function brightness(shade: readonly number[], light: readonly number[]): number {
  const luminance = ([r, g, b]: readonly number[]): number => 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  const share = luminance(shade) / Math.max(1e-3, luminance(light));
  return Math.min(1, Math.max(DARKEST, share) ** (1 / 2.2));
}

/** Minimum luminance. Black shade is meant for scenes with more than one light. */
const DARKEST = 0.2;

function numberAt(from: JsonObject, key: string, otherwise: number): number {
  return numbersAt({ _: [from[key] ?? otherwise] }, '_', [0])[0]!;
}
