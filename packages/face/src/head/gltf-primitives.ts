import type { ArkitShape } from '../arkit-shapes.js';
import type { Glb } from './glb.js';
import { type Elements, readAccessor, readOffsets } from './gltf-accessor.js';
import {
  countAt,
  entryOf,
  type JsonObject,
  listAt,
  objectAt,
  objectFrom,
  referenceAt,
  textAt,
} from './gltf-json.js';
import { type Material, readMaterial } from './gltf-material.js';
import type { Matrix, SceneNode } from './gltf-nodes.js';
import { readSkin, type Skin } from './gltf-skin.js';
import { HeadError } from './head-error.js';
import { arkitShapeOf } from './shape-names.js';

/** What one material draws, in the place where the file's scene has it. */
export interface Primitive {
  readonly name: string;
  readonly material: Material;
  /** [vertices x 3], [vertices x 2]. */
  readonly positions: Float64Array;
  readonly coordinates: Float64Array;
  /** [vertices]: 0 to 1; undefined without joints. */
  readonly followsHead: Float64Array | undefined;
  readonly triangles: Uint32Array;
  readonly shapes: ReadonlyMap<ArkitShape, Offsets>;
}

export interface Offsets {
  readonly vertices: Float64Array;
  /** [vertices x 3] */
  readonly values: Float64Array;
}

const TRIANGLES = 4;
/** Over all shapes of all meshes: 52 dense shapes of 60,000 vertices. */
const MOST_OFFSETS = 3_200_000;
const MOST_VERTICES = 500_000;
const MOST_TRIANGLES = 500_000;

/** Every primitive of every mesh that a node shows. Throws HeadError. */
export function readPrimitives(glb: Glb, nodes: readonly SceneNode[]): readonly Primitive[] {
  const primitives: Primitive[] = [];
  let vertices = 0;
  let triangles = 0;
  let offsets = 0;
  for (const node of nodes) {
    const meshIndex = referenceAt(node.json, 'mesh');
    if (meshIndex === undefined) continue;
    const mesh = entryOf(glb.json, 'meshes', meshIndex);
    const skinIndex = referenceAt(node.json, 'skin');
    const skin = skinIndex === undefined ? undefined : readSkin(glb, nodes, skinIndex);
    for (const entry of listAt(mesh, 'primitives')) {
      const json = objectFrom(entry, `a primitive of meshes[${meshIndex}]`);
      const primitive = readPrimitive(glb, node, mesh, json, skin);
      vertices += primitive.positions.length / 3;
      triangles += primitive.triangles.length / 3;
      for (const shape of primitive.shapes.values()) offsets += shape.vertices.length;
      if (vertices > MOST_VERTICES || triangles > MOST_TRIANGLES || offsets > MOST_OFFSETS)
        throw new HeadError(
          `Expected a head of at most ${MOST_VERTICES} vertices, ${MOST_TRIANGLES} triangles and ${MOST_OFFSETS} offsets of shapes`,
        );
      primitives.push(primitive);
    }
  }
  if (triangles === 0) throw new HeadError('The GLB shows no mesh of triangles');
  return primitives;
}

function readPrimitive(
  glb: Glb,
  node: SceneNode,
  mesh: JsonObject,
  json: JsonObject,
  skin: Skin | undefined,
): Primitive {
  const name = textAt(mesh, 'name') || node.name;
  if (countAt(json, 'mode', TRIANGLES) !== TRIANGLES)
    throw new HeadError(`Expected triangles in mesh "${name}", received mode ${String(json.mode)}`);
  if (objectAt(json, 'extensions').KHR_draco_mesh_compression !== undefined)
    throw new HeadError(`Mesh "${name}" is compressed (Draco): export it without compression`);
  const attributes = objectAt(json, 'attributes');
  const material = readMaterial(glb.json, referenceAt(json, 'material'));
  const positionIndex = referenceAt(attributes, 'POSITION');
  if (positionIndex === undefined) throw new HeadError(`Mesh "${name}" has no POSITION`);
  const { values: positions, count } = readAccessor(glb, positionIndex, 'VEC3');
  const coordinateIndex = referenceAt(attributes, `TEXCOORD_${material.coordinates}`);
  if (coordinateIndex === undefined && material.image !== undefined)
    throw new HeadError(`Mesh "${name}" has a texture and no TEXCOORD_${material.coordinates}`);
  const coordinates = coordinateIndex === undefined ? undefined : readAccessor(glb, coordinateIndex, 'VEC2');
  if (coordinates && coordinates.count !== count)
    throw new HeadError(`Mesh "${name}" has ${count} positions and ${coordinates.count} texture coordinates`);

  const shapes = readShapes(glb, mesh, json, count);
  const places = skin ? skinPlaces(glb, attributes, skin, count, name) : undefined;
  const placeOf = (vertex: number): Matrix => places?.matrix(vertex) ?? node.world;
  for (let i = 0; i < count; i++) transform(placeOf(i), positions, i, 1);
  for (const { vertices, values } of shapes.values()) {
    vertices.forEach((vertex, i) => {
      transform(placeOf(vertex), values, i, 0);
    });
  }
  return {
    name,
    material,
    positions,
    coordinates: coordinates?.values ?? new Float64Array(2 * count),
    followsHead: places?.followsHead,
    triangles: readTriangles(glb, json, count, name),
    shapes,
  };
}

function readTriangles(glb: Glb, json: JsonObject, vertices: number, name: string): Uint32Array {
  const index = referenceAt(json, 'indices');
  const triangles =
    index === undefined
      ? Uint32Array.from({ length: vertices }, (_, i) => i)
      : Uint32Array.from(readAccessor(glb, index, 'SCALAR').values);
  if (triangles.length % 3 !== 0)
    throw new HeadError(
      `Mesh "${name}" has ${triangles.length} indices, which is no whole number of triangles`,
    );
  const beyond = triangles.find((vertex) => vertex >= vertices);
  if (beyond !== undefined)
    throw new HeadError(`Mesh "${name}" has ${vertices} vertices and a triangle of vertex ${beyond}`);
  return triangles;
}

/** Offsets of the ARKit shapes; other shapes of the file are left out. */
function readShapes(
  glb: Glb,
  mesh: JsonObject,
  json: JsonObject,
  count: number,
): ReadonlyMap<ArkitShape, Offsets> {
  const names = listAt(objectAt(mesh, 'extras'), 'targetNames');
  const shapes = new Map<ArkitShape, Offsets>();
  listAt(json, 'targets').forEach((target, i) => {
    const shape = arkitShapeOf(String(names[i] ?? ''));
    const position = referenceAt(objectFrom(target, `targets[${i}]`), 'POSITION');
    if (!shape || position === undefined || shapes.has(shape)) return;
    const { indices, values } = readOffsets(glb, position);
    if (indices.some((vertex) => vertex >= count))
      throw new HeadError(`Shape ${shape} moves vertices that its mesh does not have`);
    shapes.set(shape, { vertices: indices, values });
  });
  return shapes;
}

interface Places {
  readonly matrix: (vertex: number) => Matrix;
  readonly followsHead: Float64Array;
}

/** Where the joints put each vertex: the mean of their matrices by weight. */
function skinPlaces(glb: Glb, attributes: JsonObject, skin: Skin, count: number, name: string): Places {
  const sets: { joints: Elements; weights: Elements }[] = [];
  for (let set = 0; attributes[`JOINTS_${set}`] !== undefined && set < 4; set++) {
    const joints = readAccessor(glb, countAt(attributes, `JOINTS_${set}`), 'VEC4');
    const weights = readAccessor(glb, countAt(attributes, `WEIGHTS_${set}`), 'VEC4');
    if (joints.count !== count || weights.count !== count)
      throw new HeadError(`Mesh "${name}" has ${count} vertices, and joints or weights for another number`);
    sets.push({ joints, weights });
  }
  const follows = new Float64Array(count);
  const mixes = new Float64Array(16 * count);
  for (let vertex = 0; vertex < count; vertex++) {
    let total = 0;
    for (const { joints, weights } of sets) {
      for (let k = 4 * vertex; k < 4 * vertex + 4; k++) {
        const weight = weights.values[k]!;
        if (weight === 0) continue;
        const matrix = skin.matrices[joints.values[k]!];
        if (!matrix)
          throw new HeadError(`Mesh "${name}" names joint ${joints.values[k]} of ${skin.matrices.length}`);
        for (let m = 0; m < 16; m++) mixes[16 * vertex + m]! += weight * matrix[m]!;
        follows[vertex]! += weight * skin.followsHead[joints.values[k]!]!;
        total += weight;
      }
    }
    if (!(total > 0)) throw new HeadError(`Mesh "${name}" has a skin, and vertex ${vertex} no joint`);
    for (let m = 0; m < 16; m++) mixes[16 * vertex + m]! /= total;
    follows[vertex]! /= total;
  }
  return {
    followsHead: follows,
    matrix: (vertex) => mixes.subarray(16 * vertex, 16 * vertex + 16) as unknown as Matrix,
  };
}

/** Entry `i` of a list of points (`w` 1) or directions (`w` 0), moved in place. */
function transform(matrix: Matrix, values: Float64Array, i: number, w: number): void {
  const x = values[3 * i]!;
  const y = values[3 * i + 1]!;
  const z = values[3 * i + 2]!;
  for (let k = 0; k < 3; k++)
    values[3 * i + k] = matrix[k]! * x + matrix[4 + k]! * y + matrix[8 + k]! * z + matrix[12 + k]! * w;
}
