import {
  countAt,
  type Glb,
  type JsonObject,
  LARGEST_FILE,
  listAt,
  objectAt,
  objectFrom,
  readGlb,
} from '../glb.js';
import { viewBytes } from '../gltf-accessor.js';
import { HeadError } from '../head.js';
import { type PackedGeometry, readPackedGeometry } from './packed-geometry.js';
import { readPackedPictures } from './packed-images.js';
import { isPacked } from './packings.js';

const DRACO = 'KHR_draco_mesh_compression';
const BASIS = 'KHR_texture_basisu';
const MESHOPT = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];

/** Replaces the compressed data of a file by the unpacked data. Every index of the file stays valid. */
function rebuildGlb(
  { json, binary }: Glb,
  geometry: PackedGeometry,
  pictures: ReadonlyMap<number, Uint8Array>,
): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  /** Appends bytes, aligned to 4 bytes, and returns their position. */
  const place = (bytes: Uint8Array): { buffer: 0; byteOffset: number; byteLength: number } => {
    const byteOffset = length;
    const padded = Math.ceil(bytes.length / 4) * 4;
    chunks.push(bytes, new Uint8Array(padded - bytes.length));
    length += padded;
    return { buffer: 0, byteOffset, byteLength: bytes.length };
  };
  const objects = (key: string): JsonObject[] => listAt(json, key).map((entry) => objectFrom(entry, key));
  const replaced = new Set([...pictures.keys()].map((image) => objects('images')[image]?.bufferView));

  const views: JsonObject[] = objects('bufferViews').map((view, i) => {
    const unpacked = geometry.views.get(i);
    if (unpacked) return { ...without(view, 'extensions'), ...place(unpacked) };
    if (geometry.sources.has(i) || replaced.has(i)) return place(new Uint8Array(0));
    return { ...view, ...place(viewBytes(json, binary, i)) };
  });
  const newView = (bytes: Uint8Array): number => views.push(place(bytes)) - 1;
  const accessors = objects('accessors').map((accessor, i) => {
    const unpacked = geometry.accessors.get(i);
    if (!unpacked) return accessor;
    const { count, componentType, bytes } = unpacked;
    return { ...without(accessor, 'byteOffset', 'sparse'), count, componentType, bufferView: newView(bytes) };
  });
  const images = objects('images').map((image, i) => {
    const picture = pictures.get(i);
    return picture
      ? { ...without(image, 'uri'), mimeType: 'image/png', bufferView: newView(picture) }
      : image;
  });
  const meshes = objects('meshes').map((mesh) => ({
    ...mesh,
    primitives: listAt(mesh, 'primitives').map((primitive) =>
      withoutExtension(objectFrom(primitive, 'a primitive'), DRACO),
    ),
  }));
  const textures = objects('textures').map((texture) => {
    const packed = objectAt(texture, 'extensions')[BASIS];
    if (packed === undefined) return texture;
    return { ...withoutExtension(texture, BASIS), source: countAt(objectFrom(packed, BASIS), 'source') };
  });
  const undone = new Set([
    ...(geometry.views.size > 0 ? MESHOPT : []),
    ...(geometry.accessors.size > 0 ? [DRACO] : []),
    ...(pictures.size > 0 ? [BASIS] : []),
  ]);
  const stillOf = (key: string): object =>
    json[key] === undefined ? {} : { [key]: listAt(json, key).filter((name) => !undone.has(String(name))) };
  const present = (key: string, list: readonly object[]): object =>
    json[key] === undefined && list.length === 0 ? {} : { [key]: list };
  return packGlb(
    {
      ...json,
      ...stillOf('extensionsUsed'),
      ...stillOf('extensionsRequired'),
      ...present('accessors', accessors),
      ...present('images', images),
      ...present('meshes', meshes),
      ...present('textures', textures),
      bufferViews: views,
      buffers: [{ byteLength: length }],
    },
    chunks,
    length,
  );
}

function without(from: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(from).filter(([key]) => !keys.includes(key)));
}

function withoutExtension(from: JsonObject, name: string): JsonObject {
  return { ...from, extensions: without(objectAt(from, 'extensions'), name) };
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

function packGlb(json: JsonObject, chunks: readonly Uint8Array[], length: number): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const textLength = Math.ceil(text.length / 4) * 4;
  const bytes = new Uint8Array(12 + 8 + textLength + 8 + length);
  const view = new DataView(bytes.buffer);
  [MAGIC, 2, bytes.length, textLength, JSON_CHUNK].forEach((value, i) => {
    view.setUint32(4 * i, value, true);
  });
  bytes.set(text, 20);
  bytes.fill(0x20, 20 + text.length, 20 + textLength);
  let at = 20 + textLength;
  view.setUint32(at, length, true);
  view.setUint32(at + 4, BINARY_CHUNK, true);
  at += 8;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/**
 * Unpacks compressed meshes and images of a GLB. All other data, names and indices stay the same. Returns
 * `bytes` itself for a file without compression. Throws HeadError for a damaged file or a file that is too
 * large after unpacking.
 */
export async function plainGlb(bytes: Uint8Array): Promise<Uint8Array> {
  const file = readGlb(bytes);
  if (!isPacked(file.json)) return bytes;
  const geometry = await readPackedGeometry(file);
  const pictures = await readPackedPictures(file);
  const plain = rebuildGlb(file, geometry, pictures);
  if (plain.length > LARGEST_FILE)
    throw new HeadError(
      `Expected a GLB of at most ${LARGEST_FILE / 2 ** 20} MB after unpacking, received ${plain.length} bytes`,
    );
  return plain;
}
