import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { MeshoptEncoder } from 'meshoptimizer';
import type { SmallHead } from './small-head.js';

/** Adds bytes as a buffer view of a head; returns its index. */
export function addView(small: SmallHead, bytes: Uint8Array): number {
  const byteOffset = small.binary.length;
  small.binary = Buffer.concat([small.binary, bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  return small.json.bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes.length }) - 1;
}

function uses(small: SmallHead, extension: string): void {
  for (const key of ['extensionsUsed', 'extensionsRequired'])
    small.json[key] = [...(small.json[key] ?? []), extension];
}

/** The head with all its meshes compressed by meshopt. */
export async function withMeshopt(
  small: SmallHead,
  extension = 'EXT_meshopt_compression',
): Promise<SmallHead> {
  await MeshoptEncoder.ready;
  const views: object[] = [];
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (const [i, view] of small.json.bufferViews.entries()) {
    const accessor = small.json.accessors.find(({ bufferView }: { bufferView: number }) => bufferView === i);
    const bytes = small.binary.subarray(view.byteOffset, view.byteOffset + view.byteLength);
    if (accessor === undefined) {
      views.push({ ...view, byteOffset: length });
      chunks.push(bytes);
      length += bytes.length;
      continue;
    }
    const isIndices = accessor.type === 'SCALAR';
    const byteStride = isIndices ? 2 : 4 * Number(accessor.type.slice(3));
    const mode = isIndices ? 'INDICES' : 'ATTRIBUTES';
    const packed = MeshoptEncoder.encodeGltfBuffer(
      new Uint8Array(bytes),
      accessor.count,
      byteStride,
      mode,
      0,
    );
    views.push({
      ...{ buffer: 1, byteOffset: view.byteOffset, byteLength: view.byteLength },
      ...(isIndices ? {} : { byteStride }),
      extensions: {
        [extension]: {
          ...{
            buffer: 0,
            byteOffset: length,
            byteLength: packed.length,
            byteStride,
            count: accessor.count,
            mode,
          },
        },
      },
    });
    chunks.push(packed);
    length += packed.length;
  }
  const json = {
    ...small.json,
    bufferViews: views,
    buffers: [
      { byteLength: length },
      { byteLength: small.binary.length, extensions: { [extension]: { fallback: true } } },
    ],
  };
  const packed = { json, binary: Buffer.concat(chunks) };
  uses(packed, extension);
  return packed;
}

/** The head with its mesh compressed by Draco, its vertices in the order they have: shapes name them by it. */
export async function withDraco(small: SmallHead): Promise<SmallHead> {
  const draco = await createRequire(import.meta.url)('draco3dgltf').createEncoderModule();
  const [primitive] = small.json.meshes[0].primitives;
  const bytesOf = (accessor: number): Buffer => {
    const view = small.json.bufferViews[small.json.accessors[accessor].bufferView];
    return small.binary.subarray(view.byteOffset, view.byteOffset + view.byteLength);
  };
  const [builder, mesh, encoder, data] = [
    new draco.MeshBuilder(),
    new draco.Mesh(),
    new draco.Encoder(),
    new draco.DracoInt8Array(),
  ];
  const triangles = new Uint16Array(new Uint8Array(bytesOf(primitive.indices)).buffer);
  builder.AddFacesToMesh(mesh, triangles.length / 3, new Uint32Array(triangles));
  const ids: Record<string, number> = {};
  for (const [name, kind, width] of [
    ['POSITION', draco.POSITION, 3],
    ['TEXCOORD_0', draco.TEX_COORD, 2],
  ] as const) {
    const accessor = primitive.attributes[name];
    const values = new Float32Array(new Uint8Array(bytesOf(accessor)).buffer);
    ids[name] = builder.AddFloatAttribute(mesh, kind, values.length / width, width, values);
    delete small.json.accessors[accessor].bufferView;
  }
  delete small.json.accessors[primitive.indices].bufferView;
  encoder.SetEncodingMethod(draco.MESH_SEQUENTIAL_ENCODING);
  encoder.SetSpeedOptions(5, 5);
  const length = encoder.EncodeMeshToDracoBuffer(mesh, data);
  const packed = Uint8Array.from({ length }, (_, i) => data.GetValue(i) & 255);
  const bufferView = addView(small, packed);
  primitive.extensions = { KHR_draco_mesh_compression: { bufferView, attributes: ids } };
  uses(small, 'KHR_draco_mesh_compression');
  return small;
}

/** Pictures of 16 x 16 pixels, red on the left and blue on the right, see packages/face/fixtures. */
export function ktx2(kind: 'uastc' | 'etc1s'): Buffer {
  return readFileSync(new URL(`../../../fixtures/ktx2/${kind}.ktx2`, import.meta.url));
}

/** The head with a texture in KTX2. */
export function withKtx2(small: SmallHead, picture: Uint8Array): SmallHead {
  const { json } = small;
  json.images = [{ bufferView: addView(small, picture), mimeType: 'image/ktx2' }];
  json.textures = [{ extensions: { KHR_texture_basisu: { source: 0 } } }];
  json.materials[0].pbrMetallicRoughness = { baseColorTexture: { index: 0 } };
  uses(small, 'KHR_texture_basisu');
  return small;
}
