import {
  countAt,
  entryOf,
  type Glb,
  type JsonObject,
  listAt,
  objectAt,
  objectFrom,
  referenceAt,
  textAt,
} from './glb.js';
import { createElementReader, type ElementReader, type Elements, readAccessor } from './gltf-accessor.js';
import type { Material } from './gltf-material.js';
import { readSkin, type SceneNode, type Skin } from './gltf-nodes.js';
import { HeadError } from './head.js';
import { pickEntries, pickOffsets, usedVertices } from './vertex-sets.js';

/** Triangles of one material, in scene coordinates. Contains only vertices that a triangle uses. */
export interface Primitive {
  readonly name: string;
  /** Index of the node in the file. */
  readonly node: number;
  readonly material: Material;
  /** [vertices x 3], [vertices x 2]. */
  readonly positions: Float64Array;
  readonly coordinates: Float64Array;
  /** [vertices x 3], of any length; undefined if they are not required or the file has no normals. */
  readonly normals: Float64Array | undefined;
  /** [vertices]: 0 to 1, linear, of materials without light; undefined if the file has no vertex colours. */
  readonly tones: Float64Array | undefined;
  /** [vertices]: 0 to 1; undefined without joints. */
  readonly followsHead: Float64Array | undefined;
  /** [vertices]: how far each vertex turns with an eye; empty for a file without eye bones. */
  readonly followsEyes: readonly Float64Array[];
  readonly triangles: Uint32Array;
  /** By the names from `ReadingChoices`. */
  readonly shapes: ReadonlyMap<string, Offsets>;
}

export interface Offsets {
  readonly vertices: Float64Array;
  /** [vertices x 3] */
  readonly values: Float64Array;
}

/** Selects the parts of a file that are read. */
export interface ReadingChoices {
  /** How far each node follows the head. */
  readonly followsHead: readonly number[];
  /** Whether a mesh without a skin follows the head as its node does. Otherwise it follows by its height. */
  readonly rigidMeshes: boolean;
  /** How far each node turns with the left and with the right eye; empty without eyes. */
  readonly followsEyes: readonly (readonly number[])[];
  readonly isShown: (node: number, mesh: number) => boolean;
  readonly readMaterial: (index: number | undefined) => Material;
  /** Returns the name for storing a shape, or undefined to skip it. The first shape of a name is stored. */
  readonly shapeName: (at: {
    node: number;
    mesh: number;
    target: number;
    name: string;
  }) => string | undefined;
}

const TRIANGLES = 4;
/** Limit for all shapes of all meshes together: 52 dense shapes of 60,000 vertices. */
export const MAX_OFFSETS = 3_200_000;
export const MAX_VERTICES = 500_000;
export const MAX_TRIANGLES = 500_000;
/** Characters have a hundred at most. */
const MAX_PRIMITIVES = 2_000;

interface Reading {
  readonly glb: Glb;
  readonly nodes: readonly SceneNode[];
  readonly choices: ReadingChoices;
  readonly elements: ElementReader;
}

/** Reads every primitive of every mesh that a node shows. Throws HeadError. */
export function readPrimitives(
  glb: Glb,
  nodes: readonly SceneNode[],
  choices: ReadingChoices,
): readonly Primitive[] {
  const reading: Reading = { glb, nodes, choices, elements: createElementReader(glb) };
  const skins = new Map<number, Skin>();
  const skinAt = (index: number): Skin => {
    const skin = skins.get(index) ?? readSkin(glb, nodes, index);
    skins.set(index, skin);
    return skin;
  };
  const primitives: Primitive[] = [];
  let vertices = 0;
  let triangles = 0;
  let offsets = 0;
  nodes.forEach((node, nodeIndex) => {
    const meshIndex = referenceAt(node.json, 'mesh');
    if (meshIndex === undefined || !choices.isShown(nodeIndex, meshIndex)) return;
    const mesh = entryOf(glb.json, 'meshes', meshIndex);
    const skinIndex = referenceAt(node.json, 'skin');
    const skin = skinIndex === undefined ? undefined : skinAt(skinIndex);
    for (const entry of listAt(mesh, 'primitives')) {
      const json = objectFrom(entry, `a primitive of meshes[${meshIndex}]`);
      const primitive = readPrimitive(reading, { nodeIndex, meshIndex, mesh, json, skin });
      vertices += primitive.positions.length / 3;
      triangles += primitive.triangles.length / 3;
      for (const shape of primitive.shapes.values()) offsets += shape.vertices.length;
      if (vertices > MAX_VERTICES || triangles > MAX_TRIANGLES || offsets > MAX_OFFSETS)
        throw new HeadError(
          `Expected a head of at most ${MAX_VERTICES} vertices, ${MAX_TRIANGLES} triangles and ${MAX_OFFSETS} offsets of shapes`,
        );
      primitives.push(primitive);
      if (primitives.length > MAX_PRIMITIVES)
        throw new HeadError(`Expected a head of at most ${MAX_PRIMITIVES} primitives`);
    }
  });
  if (triangles === 0) throw new HeadError('The GLB shows no mesh of triangles');
  return primitives;
}

interface PrimitiveSource {
  readonly nodeIndex: number;
  readonly meshIndex: number;
  readonly mesh: JsonObject;
  readonly json: JsonObject;
  readonly skin: Skin | undefined;
}

function readPrimitive(reading: Reading, source: PrimitiveSource): Primitive {
  const { glb, nodes, choices, elements } = reading;
  const { nodeIndex, mesh, json, skin } = source;
  const node = nodes[nodeIndex]!;
  const name = textAt(mesh, 'name') || node.name;
  if (countAt(json, 'mode', TRIANGLES) !== TRIANGLES)
    throw new HeadError(`Expected triangles in mesh "${name}", received mode ${String(json.mode)}`);
  if (objectAt(json, 'extensions').KHR_draco_mesh_compression !== undefined)
    throw new HeadError(`Mesh "${name}" is compressed (Draco): export it without compression`);
  const attributes = objectAt(json, 'attributes');
  const material = choices.readMaterial(referenceAt(json, 'material'));
  const positionIndex = referenceAt(attributes, 'POSITION');
  if (positionIndex === undefined) throw new HeadError(`Mesh "${name}" has no POSITION`);
  const { values, count } = elements.elements(positionIndex, 'VEC3');
  const coordinateIndex = referenceAt(attributes, `TEXCOORD_${material.coordinates}`);
  if (coordinateIndex === undefined && material.image !== undefined)
    throw new HeadError(`Mesh "${name}" has a texture and no TEXCOORD_${material.coordinates}`);
  const coordinates = coordinateIndex === undefined ? undefined : elements.elements(coordinateIndex, 'VEC2');
  if (coordinates && coordinates.count !== count)
    throw new HeadError(`Mesh "${name}" has ${count} positions and ${coordinates.count} texture coordinates`);
  const normalIndex = material.toon === undefined ? undefined : referenceAt(attributes, 'NORMAL');
  const fileNormals = normalIndex === undefined ? undefined : elements.elements(normalIndex, 'VEC3');
  if (fileNormals && fileNormals.count !== count)
    throw new HeadError(`Mesh "${name}" has ${count} positions and ${fileNormals.count} normals`);

  const hasTones = material.unlit && material.toon === undefined;
  const tones = hasTones ? readTones(reading, attributes, count, name) : undefined;

  const all = readTriangles(glb, json, count, name);
  elements.charge(count + all.length / 3);
  const { usedIndices: kept, renumbered } = usedVertices(all, count);
  const positions = pickEntries(values, 3, kept);
  const normals = fileNormals && pickEntries(fileNormals.values, 3, kept);
  const shapes = readShapes(reading, source, count, renumbered);
  const places = skin ? skinPlaces(reading, attributes, skin, { count, kept, name }) : undefined;
  // One matrix for all vertices, or one for each.
  const matrices = places?.matrices ?? node.world;
  const step = places ? 16 : 0;
  for (let i = 0; i < kept.length; i++) {
    transform(matrices, step * i, positions, i, 1);
    if (normals) transform(matrices, step * i, normals, i, 0);
  }
  for (const { vertices, values } of shapes.values())
    for (let i = 0; i < vertices.length; i++) transform(matrices, step * vertices[i]!, values, i, 0);
  const rigid = (shares: readonly number[]): Float64Array =>
    new Float64Array(kept.length).fill(shares[nodeIndex]!);
  return {
    name,
    node: nodeIndex,
    material,
    positions,
    coordinates: coordinates
      ? transformedCoordinates(pickEntries(coordinates.values, 2, kept), material)
      : new Float64Array(2 * kept.length),
    normals,
    tones: tones && pickEntries(tones, 1, kept),
    followsHead: places?.followsHead ?? (choices.rigidMeshes ? rigid(choices.followsHead) : undefined),
    followsEyes: places?.followsEyes ?? choices.followsEyes.map(rigid),
    triangles: all.map((vertex) => renumbered[vertex]!),
    shapes,
  };
}

/** COLOR_0 as brightness: the mean of its red, green and blue. */
function readTones(
  { glb, elements }: Reading,
  attributes: JsonObject,
  count: number,
  name: string,
): Float64Array | undefined {
  const index = referenceAt(attributes, 'COLOR_0');
  if (index === undefined) return undefined;
  const width = entryOf(glb.json, 'accessors', index).type === 'VEC3' ? 3 : 4;
  const colours = elements.elements(index, `VEC${width}`);
  if (colours.count !== count)
    throw new HeadError(`Mesh "${name}" has ${count} positions and ${colours.count} colours`);
  return Float64Array.from({ length: count }, (_, i) => {
    const [r, g, b] = colours.values.subarray(width * i, width * i + 3);
    return (r! + g! + b!) / 3;
  });
}

/** Applies KHR_texture_transform in place: scales, rotates counter-clockwise in the image, moves. */
function transformedCoordinates(coordinates: Float64Array, { transform }: Material): Float64Array {
  if (transform === undefined) return coordinates;
  const [sine, cosine] = [Math.sin(transform.rotation), Math.cos(transform.rotation)];
  for (let i = 0; i < coordinates.length; i += 2) {
    const u = coordinates[i]! * transform.scale[0]!;
    const v = coordinates[i + 1]! * transform.scale[1]!;
    coordinates[i] = cosine * u + sine * v + transform.offset[0]!;
    coordinates[i + 1] = cosine * v - sine * u + transform.offset[1]!;
  }
  return coordinates;
}

function readTriangles(glb: Glb, json: JsonObject, vertices: number, name: string): Uint32Array {
  const index = referenceAt(json, 'indices');
  const triangles =
    index === undefined
      ? Uint32Array.from({ length: vertices }, (_, i) => i)
      : Uint32Array.from(readAccessor(glb, index, 'SCALAR').values);
  if (triangles.length % 3 !== 0)
    throw new HeadError(`Mesh "${name}" has ${triangles.length} indices; expected a multiple of 3`);
  const beyond = triangles.find((vertex) => vertex >= vertices);
  if (beyond !== undefined)
    throw new HeadError(`Mesh "${name}" has ${vertices} vertices, but a triangle with vertex ${beyond}`);
  return triangles;
}

/** Reads the offsets of the selected shapes. Other shapes of the file are skipped. */
function readShapes(
  { choices, elements }: Reading,
  { nodeIndex, meshIndex, mesh, json }: PrimitiveSource,
  count: number,
  renumbered: Int32Array,
): ReadonlyMap<string, Offsets> {
  const own = listAt(objectAt(json, 'extras'), 'targetNames');
  const names = own.length > 0 ? own : listAt(objectAt(mesh, 'extras'), 'targetNames');
  const shapes = new Map<string, Offsets>();
  listAt(json, 'targets').forEach((target, i) => {
    const about = { node: nodeIndex, mesh: meshIndex, target: i, name: String(names[i] ?? '') };
    const shape = choices.shapeName(about);
    const position = referenceAt(objectFrom(target, `targets[${i}]`), 'POSITION');
    if (shape === undefined || position === undefined || shapes.has(shape)) return;
    const { indices, values } = elements.offsets(position);
    if (indices.some((vertex) => vertex >= count))
      throw new HeadError(`Shape ${shape} moves vertices that its mesh does not have`);
    elements.charge(indices.length);
    shapes.set(shape, pickOffsets({ vertices: indices, values }, renumbered));
  });
  return shapes;
}

interface Places {
  /** [vertices x 16] */
  readonly matrices: Float64Array;
  readonly followsHead: Float64Array;
  readonly followsEyes: readonly Float64Array[];
}

/** Returns the transform of each used vertex: the mean of the matrices of its joints by weight. */
function skinPlaces(
  { choices, elements }: Reading,
  attributes: JsonObject,
  skin: Skin,
  { count, kept, name }: { count: number; kept: Uint32Array; name: string },
): Places {
  const sets: { joints: Elements; weights: Elements }[] = [];
  for (let set = 0; attributes[`JOINTS_${set}`] !== undefined && set < 4; set++) {
    const joints = elements.elements(countAt(attributes, `JOINTS_${set}`), 'VEC4');
    const weights = elements.elements(countAt(attributes, `WEIGHTS_${set}`), 'VEC4');
    if (joints.count !== count || weights.count !== count)
      throw new HeadError(`Mesh "${name}" has ${count} vertices, but joints or weights for another number`);
    sets.push({ joints, weights });
  }
  const shares = [choices.followsHead, ...choices.followsEyes];
  const follows = shares.map(() => new Float64Array(kept.length));
  const mixes = new Float64Array(16 * kept.length);
  kept.forEach((vertex, i) => {
    let total = 0;
    for (const { joints, weights } of sets) {
      for (let k = 4 * vertex; k < 4 * vertex + 4; k++) {
        const weight = weights.values[k]!;
        if (weight === 0) continue;
        const joint = joints.values[k]!;
        const matrix = skin.matrices[joint];
        if (!matrix) throw new HeadError(`Mesh "${name}" names joint ${joint} of ${skin.matrices.length}`);
        for (let m = 0; m < 16; m++) mixes[16 * i + m]! += weight * matrix[m]!;
        const node = skin.joints[joint]!;
        for (let s = 0; s < shares.length; s++) follows[s]![i]! += weight * shares[s]![node]!;
        total += weight;
      }
    }
    if (!(total > 0)) throw new HeadError(`Mesh "${name}" has a skin, but no joint for vertex ${vertex}`);
    for (let m = 0; m < 16; m++) mixes[16 * i + m]! /= total;
    for (const one of follows) one[i]! /= total;
  });
  const [followsHead, ...followsEyes] = follows;
  return {
    followsHead: followsHead!,
    followsEyes,
    matrices: mixes,
  };
}

/** Transforms entry `i` of points (`w` 1) or directions (`w` 0) in place by the matrix at `m`. */
function transform(matrices: ArrayLike<number>, m: number, values: Float64Array, i: number, w: number): void {
  const x = values[3 * i]!;
  const y = values[3 * i + 1]!;
  const z = values[3 * i + 2]!;
  for (let k = 0; k < 3; k++)
    values[3 * i + k] =
      matrices[m + k]! * x + matrices[m + 4 + k]! * y + matrices[m + 8 + k]! * z + matrices[m + 12 + k]! * w;
}
