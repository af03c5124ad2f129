import { createRequire } from 'node:module';
import type { WebIO as WebIOClass } from '@gltf-transform/core';
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
const MESHOPT = 'EXT_meshopt_compression';
const MESHOPT_NAMES = [MESHOPT, 'KHR_meshopt_compression'];
const WIDTHS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };
/** Bytes of one element, as the extension allows. */
const STRIDES: Readonly<Record<string, (stride: number) => boolean>> = {
  ATTRIBUTES: (stride) => stride > 0 && stride <= 256 && stride % 4 === 0,
  TRIANGLES: (stride) => stride === 2 || stride === 4,
  INDICES: (stride) => stride === 2 || stride === 4,
};
const FILTERS = ['NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR'];
const UNSIGNED_BYTE = 5121;

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

interface PackedView {
  readonly view: number;
  readonly json: JsonObject;
}

interface PackedPrimitive {
  readonly bufferView: number;
  readonly attributes: ReadonlyMap<string, { readonly accessor: number; readonly id: number }>;
  readonly indices: number | undefined;
}

/** Decodes meshopt and Draco, by glTF Transform and the decoders of their makers. Throws HeadError. */
export async function readPackedGeometry(file: Glb): Promise<PackedGeometry> {
  const views = packedViews(file);
  const primitives = packedPrimitives(file);
  const sources = new Set(primitives.map(({ bufferView }) => bufferView));
  if (views.length === 0 && primitives.length === 0)
    return { views: new Map(), accessors: new Map(), sources };
  for (const source of sources) checkDracoSize(viewBytes(file.json, file.binary, source));
  const accessors = [
    ...new Set(
      primitives.flatMap(({ attributes, indices }) => [
        ...[...attributes.values()].map(({ accessor }) => accessor),
        ...(indices === undefined ? [] : [indices]),
      ]),
    ),
  ];
  const reduced = reducedDocument(file, { views, primitives, accessors });
  const arrays = await decodedArrays(reduced, file.binary, primitives.length > 0);
  return {
    views: new Map(views.map(({ view }, i) => [view, bytesOf(arrays[i])])),
    accessors: new Map(
      accessors.map((accessor, i) => {
        const array = arrays[views.length + i];
        return [accessor, unpacked(file.json, accessor, array)];
      }),
    ),
    sources,
  };
}

function packedViews({ json, binary }: Glb): readonly PackedView[] {
  let total = 0;
  return listAt(json, 'bufferViews').flatMap((entry, view) => {
    const extensions = objectAt(objectFrom(entry, `bufferViews[${view}]`), 'extensions');
    const name = MESHOPT_NAMES.find((one) => extensions[one] !== undefined);
    if (name === undefined) return [];
    const packed = objectFrom(extensions[name], name);
    const [count, stride] = [countAt(packed, 'count'), countAt(packed, 'byteStride')];
    const [start, length] = [countAt(packed, 'byteOffset', 0), countAt(packed, 'byteLength')];
    const isStride = STRIDES[textAt(packed, 'mode')];
    if (!isStride?.(stride) || (packed.mode === 'TRIANGLES' && count % 3 !== 0))
      throw new HeadError(
        `The GLB is damaged: ${name} of bufferViews[${view}] has no mode and stride that fit`,
      );
    if (!FILTERS.includes(String(packed.filter ?? 'NONE')))
      throw new HeadError(`Expected a filter of ${name}, received ${String(packed.filter)}`);
    if (countAt(packed, 'buffer') !== 0)
      throw new HeadError('Expected all data of the GLB in its own binary chunk; it refers to another file');
    if (start + length > binary.length)
      throw new HeadError(`The GLB is damaged: ${name} of bufferViews[${view}] reaches beyond its end`);
    total += count * stride;
    if (total > LARGEST_FILE)
      throw new HeadError(
        `Expected meshes of at most ${LARGEST_FILE / 2 ** 20} MB once they are unpacked, received more`,
      );
    return [{ view, json: packed }];
  });
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
      const attributes = Object.keys(ids).map(
        (name) => [name, { accessor: countAt(accessors, name), id: countAt(ids, name) }] as const,
      );
      return [
        {
          bufferView: countAt(packed, 'bufferView'),
          attributes: new Map(attributes),
          indices: primitive.indices === undefined ? undefined : countAt(primitive, 'indices'),
        },
      ];
    }),
  );
}

/** Makes a glTF of only the compressed data: an accessor of bytes for each view of meshopt, then the accessors of Draco. */
function reducedDocument(
  { json, binary }: Glb,
  {
    views,
    primitives,
    accessors,
  }: {
    readonly views: readonly PackedView[];
    readonly primitives: readonly PackedPrimitive[];
    readonly accessors: readonly number[];
  },
): JsonObject {
  const byView = new Map(views.map(({ view, json: packed }) => [view, packed]));
  const needed = new Set(primitives.map(({ bufferView }) => bufferView));
  const place = new Map(accessors.map((accessor, i) => [accessor, views.length + i]));
  return {
    asset: { version: '2.0' },
    extensionsUsed: [MESHOPT, DRACO],
    extensionsRequired: [],
    buffers: [{ byteLength: binary.length }],
    bufferViews: listAt(json, 'bufferViews').map((entry, i) => {
      const packed = byView.get(i);
      if (packed) return { buffer: 0, byteLength: 0, extensions: { [MESHOPT]: packed } };
      if (!needed.has(i)) return { buffer: 0, byteLength: 0 };
      const view = objectFrom(entry, `bufferViews[${i}]`);
      return {
        buffer: 0,
        byteOffset: countAt(view, 'byteOffset', 0),
        byteLength: countAt(view, 'byteLength'),
      };
    }),
    accessors: [
      ...views.map(({ view, json: packed }) => ({
        bufferView: view,
        componentType: UNSIGNED_BYTE,
        type: 'SCALAR',
        count: countAt(packed, 'count') * countAt(packed, 'byteStride'),
      })),
      ...accessors.map((accessor) => {
        const { componentType, type } = entryOf(json, 'accessors', accessor);
        return { componentType, type, count: 0 };
      }),
    ],
    meshes: primitives.map(({ bufferView, attributes, indices }) => ({
      primitives: [
        {
          attributes: Object.fromEntries(
            [...attributes].map(([name, { accessor }]) => [name, place.get(accessor)]),
          ),
          ...(indices === undefined ? {} : { indices: place.get(indices) }),
          extensions: {
            [DRACO]: {
              bufferView,
              attributes: Object.fromEntries([...attributes].map(([name, { id }]) => [name, id])),
            },
          },
        },
      ],
    })),
  };
}

type NumberArray = ReturnType<
  ReturnType<Awaited<ReturnType<WebIOClass['readJSON']>>['createAccessor']>['getArray']
>;

async function decodedArrays(
  json: JsonObject,
  binary: Uint8Array,
  hasDraco: boolean,
): Promise<readonly NumberArray[]> {
  const [
    { GLB_BUFFER, Logger, WebIO },
    { EXTMeshoptCompression, KHRDracoMeshCompression },
    { MeshoptDecoder },
  ] = await Promise.all([
    import('@gltf-transform/core'),
    import('@gltf-transform/extensions'),
    import('meshoptimizer'),
  ]);
  await MeshoptDecoder.ready;
  const io = new WebIO()
    .setLogger(new Logger(Logger.Verbosity.SILENT))
    .registerExtensions([EXTMeshoptCompression, KHRDracoMeshCompression])
    .registerDependencies({
      'meshopt.decoder': MeshoptDecoder,
      'draco3d.decoder': hasDraco ? await createDracoDecoder() : {},
    });
  try {
    const document = await io.readJSON({
      json: json as never,
      resources: { [GLB_BUFFER]: binary as Uint8Array<ArrayBuffer> },
    });
    return document
      .getRoot()
      .listAccessors()
      .map((accessor) => accessor.getArray());
  } catch (cause) {
    throw new HeadError('The GLB is damaged: its compressed meshes (meshopt, Draco) cannot be decoded', {
      cause,
    });
  }
}

/** Creates a new decoder for each file: a decoder that ran out of memory cannot be used again. */
async function createDracoDecoder(): Promise<unknown> {
  const draco = createRequire(import.meta.url)('draco3dgltf') as { createDecoderModule(): Promise<unknown> };
  return draco.createDecoderModule();
}

function bytesOf(array: NumberArray | undefined): Uint8Array {
  if (!array) throw new HeadError('The GLB is damaged: a part of its compressed meshes is missing');
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function unpacked(json: JsonObject, index: number, array: NumberArray | undefined): UnpackedAccessor {
  const accessor = entryOf(json, 'accessors', index);
  const bytes = bytesOf(array);
  const width = WIDTHS[String(accessor.type)] ?? 0;
  const count = array!.length / width;
  if (!Number.isInteger(count) || count === 0)
    throw new HeadError(
      `The GLB is damaged: accessor ${index} is no ${String(accessor.type)} once it is unpacked`,
    );
  return { bytes, count, componentType: componentTypeOf(array!) };
}

/** The type that the decoder returned: 16 bits for the indices of small meshes, regardless of the accessor. */
function componentTypeOf(array: NonNullable<NumberArray>): number {
  if (array instanceof Float32Array) return 5126;
  if (array instanceof Uint32Array) return 5125;
  if (array instanceof Uint16Array) return 5123;
  if (array instanceof Int16Array) return 5122;
  return array instanceof Uint8Array ? UNSIGNED_BYTE : 5120;
}
