import { createRequire } from 'node:module';
import {
  countAt,
  entryOf,
  type Glb,
  type JsonObject,
  LARGEST_FILE,
  listAt,
  objectAt,
  objectFrom,
  textAt,
} from '../glb.js';
import { viewBytes } from '../gltf-accessor.js';
import { HeadError } from '../head.js';
import { checkDracoSize } from './draco-size.js';

const DRACO = 'KHR_draco_mesh_compression';
const MESHOPT_NAMES = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];
const WIDTHS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };
/** Bytes of one element, as the extension allows. */
const STRIDES: Readonly<Record<string, (stride: number) => boolean>> = {
  ATTRIBUTES: (stride) => stride > 0 && stride <= 256 && stride % 4 === 0,
  TRIANGLES: (stride) => stride === 2 || stride === 4,
  INDICES: (stride) => stride === 2 || stride === 4,
};
const FILTERS = ['NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR'];
/** Name in Draco and bytes of a component, by its number in glTF. */
const COMPONENTS: Readonly<Record<number, readonly [name: string, bytes: number]>> = {
  5120: ['INT8', 1],
  5121: ['UINT8', 1],
  5122: ['INT16', 2],
  5123: ['UINT16', 2],
  5125: ['UINT32', 4],
  5126: ['FLOAT32', 4],
};
const UNSIGNED_INT = 5125;

/** Meshes of a file, unpacked. */
export interface PackedGeometry {
  /** Bytes of the buffer views that were compressed (meshopt), by index. */
  readonly views: ReadonlyMap<number, Uint8Array>;
  /** Values of the accessors that were compressed (Draco), by index. */
  readonly accessors: ReadonlyMap<number, UnpackedAccessor>;
  /** Buffer views that only Draco reads. */
  readonly sources: ReadonlySet<number>;
}

export interface UnpackedAccessor {
  readonly bytes: Uint8Array;
  readonly count: number;
  readonly componentType: number;
}

interface PackedPrimitive {
  readonly bufferView: number;
  readonly attributes: readonly { readonly accessor: number; readonly id: number }[];
  readonly indices: number | undefined;
}

/** Decodes meshopt and Draco by the decoders of their makers. Throws HeadError. */
export async function readPackedGeometry(file: Glb): Promise<PackedGeometry> {
  try {
    return { views: await unpackViews(file), ...(await unpackPrimitives(file)) };
  } catch (cause) {
    if (cause instanceof HeadError) throw cause;
    throw new HeadError('The GLB is damaged: its compressed meshes (meshopt, Draco) cannot be decoded', {
      cause,
    });
  }
}

async function unpackViews({ json, binary }: Glb): Promise<ReadonlyMap<number, Uint8Array>> {
  const { MeshoptDecoder } = await import('meshoptimizer');
  await MeshoptDecoder.ready;
  const views = new Map<number, Uint8Array>();
  let total = 0;
  listAt(json, 'bufferViews').forEach((entry, view) => {
    const extensions = objectAt(objectFrom(entry, `bufferViews[${view}]`), 'extensions');
    const name = MESHOPT_NAMES.find((one) => extensions[one] !== undefined);
    if (name === undefined) return;
    const packed = objectFrom(extensions[name], name);
    const [count, stride] = [countAt(packed, 'count'), countAt(packed, 'byteStride')];
    const [start, length] = [countAt(packed, 'byteOffset', 0), countAt(packed, 'byteLength')];
    const isStride = STRIDES[textAt(packed, 'mode')];
    if (!isStride?.(stride) || (packed.mode === 'TRIANGLES' && count % 3 !== 0))
      throw new HeadError(`The GLB is damaged: ${name} of bufferViews[${view}] has no valid mode and stride`);
    const filter = String(packed.filter ?? 'NONE');
    if (!FILTERS.includes(filter)) throw new HeadError(`Expected a filter of ${name}, received ${filter}`);
    if (countAt(packed, 'buffer') !== 0)
      throw new HeadError('Expected all data of the GLB in its binary chunk; it refers to another file');
    if (start + length > binary.length)
      throw new HeadError(`The GLB is damaged: ${name} of bufferViews[${view}] reaches beyond its end`);
    total += count * stride;
    if (total > LARGEST_FILE)
      throw new HeadError(
        `Expected meshes of at most ${LARGEST_FILE / 2 ** 20} MB after unpacking, received more`,
      );
    const bytes = new Uint8Array(count * stride);
    const source = binary.subarray(start, start + length);
    MeshoptDecoder.decodeGltfBuffer(bytes, count, stride, source, textAt(packed, 'mode'), filter);
    views.set(view, bytes);
  });
  return views;
}

function packedPrimitives({ json }: Glb): readonly PackedPrimitive[] {
  return listAt(json, 'meshes').flatMap((mesh, m) =>
    listAt(objectFrom(mesh, `meshes[${m}]`), 'primitives').flatMap((entry) => {
      const primitive = objectFrom(entry, `a primitive of meshes[${m}]`);
      const extension = objectAt(primitive, 'extensions')[DRACO];
      if (extension === undefined) return [];
      const packed = objectFrom(extension, DRACO);
      const accessors = objectAt(primitive, 'attributes');
      const ids = objectAt(packed, 'attributes');
      return [
        {
          bufferView: countAt(packed, 'bufferView'),
          attributes: Object.keys(ids).map((name) => ({
            accessor: countAt(accessors, name),
            id: countAt(ids, name),
          })),
          indices: primitive.indices === undefined ? undefined : countAt(primitive, 'indices'),
        },
      ];
    }),
  );
}

async function unpackPrimitives(file: Glb): Promise<Pick<PackedGeometry, 'accessors' | 'sources'>> {
  const primitives = packedPrimitives(file);
  const sources = new Set(primitives.map(({ bufferView }) => bufferView));
  const meshes = [...sources].map((source) => viewBytes(file.json, file.binary, source));
  for (const bytes of meshes) checkDracoSize(bytes);
  const accessors = new Map<number, UnpackedAccessor>();
  if (meshes.length === 0) return { accessors, sources };
  // A new decoder for each file: a decoder that ran out of memory cannot be used again.
  const draco: DracoModule = await createRequire(import.meta.url)('draco3dgltf').createDecoderModule();
  [...sources].forEach((source, i) => {
    const mesh = openDraco(draco, meshes[i]!);
    for (const { attributes, indices } of primitives.filter(({ bufferView }) => bufferView === source)) {
      for (const { accessor, id } of attributes)
        if (!accessors.has(accessor))
          accessors.set(accessor, mesh.attribute(id, accessor, entryOf(file.json, 'accessors', accessor)));
      if (indices !== undefined && !accessors.has(indices)) accessors.set(indices, mesh.indices());
    }
    mesh.close();
  });
  return { accessors, sources };
}

/** The part of draco3dgltf, which has no types, that is used here. */
interface DracoModule {
  readonly [type: `DT_${string}`]: number;
  readonly Decoder: new () => {
    DecodeBufferToMesh(buffer: object, mesh: DracoMesh): { ok(): boolean };
    GetAttributeByUniqueId(mesh: DracoMesh, id: number): { ptr: number; num_components(): number };
    GetAttributeDataArrayForAllPoints(
      ...args: [mesh: DracoMesh, attribute: object, type: number, bytes: number, to: number]
    ): boolean;
    GetTrianglesUInt32Array(mesh: DracoMesh, bytes: number, to: number): boolean;
  };
  readonly DecoderBuffer: new () => { Init(bytes: Uint8Array, length: number): void };
  readonly Mesh: new () => DracoMesh;
  /** Another array after the memory has grown. */
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(at: number): void;
  destroy(object: object): void;
}

interface DracoMesh {
  readonly ptr: number;
  num_faces(): number;
  num_points(): number;
}

function openDraco(draco: DracoModule, packed: Uint8Array) {
  const [decoder, mesh, buffer] = [new draco.Decoder(), new draco.Mesh(), new draco.DecoderBuffer()];
  buffer.Init(packed, packed.length);
  if (!decoder.DecodeBufferToMesh(buffer, mesh).ok() || mesh.ptr === 0)
    throw new Error('Draco cannot decode the mesh');

  function read(length: number, write: (to: number) => boolean): Uint8Array {
    const at = draco._malloc(length);
    if (!write(at)) throw new Error('Draco cannot convert the values of a mesh');
    const bytes = draco.HEAPU8.slice(at, at + length);
    draco._free(at);
    return bytes;
  }

  return {
    attribute(id: number, index: number, { type, componentType }: JsonObject): UnpackedAccessor {
      const [name, size] = COMPONENTS[Number(componentType)] ?? ['', 0];
      const attribute = decoder.GetAttributeByUniqueId(mesh, id);
      const [count, width] = [mesh.num_points(), WIDTHS[String(type)] ?? 0];
      if (attribute.ptr === 0 || attribute.num_components() !== width || size === 0 || count === 0)
        throw new HeadError(`The GLB is damaged: accessor ${index} is not a ${String(type)} after unpacking`);
      const length = count * width * size;
      const bytes = read(length, (to) =>
        decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, draco[`DT_${name}`]!, length, to),
      );
      return { bytes, count, componentType: Number(componentType) };
    },
    indices(): UnpackedAccessor {
      const count = 3 * mesh.num_faces();
      const bytes = read(4 * count, (to) => decoder.GetTrianglesUInt32Array(mesh, 4 * count, to));
      return { bytes, count, componentType: UNSIGNED_INT };
    },
    close() {
      for (const object of [decoder, mesh, buffer]) draco.destroy(object);
    },
  };
}
