import {
  type JsonObject,
  listAt,
  numbersAt,
  objectAt,
  objectFrom,
  referenceAt,
  textAt,
} from '../head/glb.js';
import { HeadError } from '../head/head.js';
import { readExpressions, type VrmExpression } from './vrm-expressions.js';

/**
 * Lists features of a VRM that are not drawn, in words for users. Returns an empty list if all features are
 * drawn.
 */
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

/** Returns whether a colour is not black. */
function isLight(value: unknown): boolean {
  return Array.isArray(value) && value.slice(0, 3).some(isMore);
}

/** Data of the character in a VRM file beyond glTF. Both versions use the names of VRM 1.0. */
export interface VrmFile {
  readonly version: 0 | 1;
  /** Node of each bone of the humanoid; "head" is among them. */
  readonly bones: ReadonlyMap<string, number>;
  readonly expressions: ReadonlyMap<string, VrmExpression>;
  readonly lookAt: VrmLookAt;
  /** False for meshes that only the character itself sees. */
  readonly isShown: (node: number, mesh: number) => boolean;
  /** Features that are not drawn, in words for users. */
  readonly leftOut: readonly string[];
}

export interface VrmLookAt {
  readonly type: 'bone' | 'expression';
  readonly inner: LookAtRange;
  readonly outer: LookAtRange;
  readonly up: LookAtRange;
  readonly down: LookAtRange;
}

/**
 * A gaze of at least `input` degrees turns the eyes by `output` degrees, or shows that weight of an
 * expression.
 */
export interface LookAtRange {
  readonly input: number;
  readonly output: number;
}

/**
 * Reads "VRMC_vrm" 1.0 and "VRM" 0.0 as UniVRM writes it. Returns undefined for a file that is not a VRM.
 * Throws HeadError.
 */
export function readVrm(json: JsonObject): VrmFile | undefined {
  const extensions = objectAt(json, 'extensions');
  const nodes = listAt(json, 'nodes').length;
  if (extensions.VRMC_vrm !== undefined) {
    const vrm = objectFrom(extensions.VRMC_vrm, 'VRMC_vrm');
    const lookAt = objectAt(vrm, 'lookAt');
    const range = (key: string): LookAtRange => {
      const map = objectAt(lookAt, key);
      return rangeOf(map.inputMaxValue, map.outputScale);
    };
    const hidden = annotated(objectAt(vrm, 'firstPerson'), 'node', 'type', 'firstPersonOnly');
    return {
      version: 1,
      bones: bonesOf(Object.entries(objectAt(objectAt(vrm, 'humanoid'), 'humanBones')), nodes),
      expressions: readExpressions(vrm, 1),
      lookAt: {
        type: lookAt.type === 'expression' ? 'expression' : 'bone',
        inner: range('rangeMapHorizontalInner'),
        outer: range('rangeMapHorizontalOuter'),
        up: range('rangeMapVerticalUp'),
        down: range('rangeMapVerticalDown'),
      },
      isShown: (node) => !hidden.has(node),
      leftOut: leftOut(json),
    };
  }
  if (extensions.VRM === undefined) return undefined;
  const vrm = objectFrom(extensions.VRM, 'VRM');
  const firstPerson = objectAt(vrm, 'firstPerson');
  const range = (key: string): LookAtRange => {
    const map = objectAt(firstPerson, key);
    return rangeOf(map.xRange, map.yRange);
  };
  const hidden = annotated(firstPerson, 'mesh', 'firstPersonFlag', 'FirstPersonOnly');
  const bones = listAt(objectAt(vrm, 'humanoid'), 'humanBones').map((entry, i) => {
    const bone = objectFrom(entry, `humanBones[${i}]`);
    return [textAt(bone, 'bone'), bone] as const;
  });
  return {
    version: 0,
    bones: bonesOf(bones, nodes),
    expressions: readExpressions(vrm, 0),
    lookAt: {
      type: firstPerson.lookAtTypeName === 'BlendShape' ? 'expression' : 'bone',
      inner: range('lookAtHorizontalInner'),
      outer: range('lookAtHorizontalOuter'),
      up: range('lookAtVerticalUp'),
      down: range('lookAtVerticalDown'),
    },
    isShown: (_, mesh) => !hidden.has(mesh),
    leftOut: leftOut(json),
  };
}

function bonesOf(
  entries: readonly (readonly [string, unknown])[],
  nodes: number,
): ReadonlyMap<string, number> {
  const bones = new Map<string, number>();
  for (const [name, bone] of entries) {
    const node = referenceAt(objectFrom(bone, `bone ${name}`), 'node');
    if (node === undefined) continue;
    if (node >= nodes)
      throw new HeadError(`Bone ${name} of the VRM is nodes[${node}], but it has ${nodes} nodes`);
    bones.set(name, node);
  }
  if (!bones.has('head'))
    throw new HeadError('Expected a VRM whose humanoid has a bone "head", received one without');
  return bones;
}

/** Returns the first-person meshes with a given annotation. */
function annotated(firstPerson: JsonObject, key: string, mark: string, value: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const entry of listAt(firstPerson, 'meshAnnotations')) {
    const annotation = objectFrom(entry, 'an entry of meshAnnotations');
    const index = referenceAt(annotation, key);
    if (annotation[mark] === value && index !== undefined) found.add(index);
  }
  return found;
}

function rangeOf(input: unknown, output: unknown): LookAtRange {
  const one = (value: unknown, otherwise: number): number =>
    numbersAt({ _: [value ?? otherwise] }, '_', [0])[0]!;
  return { input: Math.max(1, one(input, 90)), output: Math.min(90, Math.max(0, one(output, 10))) };
}
