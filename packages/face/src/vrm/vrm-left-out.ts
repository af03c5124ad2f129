import { type JsonObject, listAt, objectAt, objectFrom } from '../head/gltf-json.js';

/** What a VRM has and is not drawn, in words a person understands; none where all of it is. */
export function leftOut(json: JsonObject): readonly string[] {
  const extensions = objectAt(json, 'extensions');
  const materials = [
    ...listAt(json, 'materials').flatMap((entry) => newLooks(objectFrom(entry, 'a material'))),
    ...listAt(objectAt(extensions, 'VRM'), 'materialProperties').flatMap((entry) =>
      oldLooks(objectFrom(entry, 'an entry of materialProperties')),
    ),
  ];
  const has = (look: string): boolean => materials.includes(look);
  const springs =
    listAt(objectAt(extensions, 'VRMC_springBone'), 'springs').length +
    listAt(objectAt(objectAt(extensions, 'VRM'), 'secondaryAnimation'), 'boneGroups').length;
  const constrained = listAt(json, 'nodes').some(
    (node) => objectAt(objectFrom(node, 'a node'), 'extensions').VRMC_node_constraint !== undefined,
  );
  return [
    springs > 0 ? 'hair and clothes that swing (spring bones)' : '',
    constrained ? 'bones that follow others (node constraints)' : '',
    has('outline') ? 'outlines' : '',
    has('emission') ? 'light of its own (emission)' : '',
    has('rim') ? 'rim light and material captures' : '',
    has('motion') ? 'textures that move' : '',
  ].filter((word) => word !== '');
}

function newLooks(material: JsonObject): readonly string[] {
  const toon = objectAt(objectAt(material, 'extensions'), 'VRMC_materials_mtoon');
  const moves = ['ScrollX', 'ScrollY', 'Rotation'].some((key) =>
    isMore(toon[`uvAnimation${key}SpeedFactor`]),
  );
  return [
    isMore(toon.outlineWidthFactor) && toon.outlineWidthMode !== 'none' && toon.outlineWidthMode !== undefined
      ? 'outline'
      : '',
    isLight(material.emissiveFactor) ? 'emission' : '',
    isLight(toon.parametricRimColorFactor) || toon.matcapTexture !== undefined ? 'rim' : '',
    moves ? 'motion' : '',
  ];
}

function oldLooks(material: JsonObject): readonly string[] {
  const numbers = objectAt(material, 'floatProperties');
  const colours = objectAt(material, 'vectorProperties');
  return [
    isMore(numbers._OutlineWidth) && isMore(numbers._OutlineWidthMode) ? 'outline' : '',
    isLight(colours._EmissionColor) ? 'emission' : '',
    isLight(colours._RimColor) || objectAt(material, 'textureProperties')._SphereAdd !== undefined
      ? 'rim'
      : '',
    ['_UvAnimScrollX', '_UvAnimScrollY', '_UvAnimRotation'].some((key) => isMore(numbers[key]))
      ? 'motion'
      : '',
  ];
}

function isMore(value: unknown): boolean {
  return typeof value === 'number' && value !== 0;
}

/** A colour that is not black. */
function isLight(value: unknown): boolean {
  return Array.isArray(value) && value.slice(0, 3).some(isMore);
}
