import { MeshoptEncoder } from 'meshoptimizer';

/** A GLB whose positions of all meshes are compressed by meshopt, as exporters do it. */
export async function packedGlb(glb: Buffer): Promise<Buffer> {
  await MeshoptEncoder.ready;
  const end = 20 + glb.readUInt32LE(12);
  const json = JSON.parse(glb.toString('utf8', 20, end));
  let binary: Buffer = Buffer.from(glb.subarray(end + 8));
  const meshes: { primitives: { attributes: { POSITION: number } }[] }[] = json.meshes;
  const accessors = new Set(
    meshes.flatMap(({ primitives }) => primitives.map((one) => one.attributes.POSITION)),
  );
  for (const index of accessors) {
    const accessor = json.accessors[index];
    const view = json.bufferViews[accessor.bufferView];
    if (view.byteStride !== undefined || accessor.byteOffset) continue;
    const start = view.byteOffset ?? 0;
    const source = new Uint8Array(binary.subarray(start, start + 12 * accessor.count));
    const packed = MeshoptEncoder.encodeGltfBuffer(source, accessor.count, 12, 'ATTRIBUTES', 0);
    accessor.bufferView = json.bufferViews.length;
    const place = { buffer: 0, byteOffset: binary.length, byteLength: packed.length };
    const how = { byteStride: 12, count: accessor.count, mode: 'ATTRIBUTES' };
    json.bufferViews.push({
      ...{ buffer: 0, byteLength: source.length, byteStride: 12 },
      extensions: { EXT_meshopt_compression: { ...place, ...how } },
    });
    // Overwrites the original data, so that it cannot be drawn.
    binary.fill(0xff, start, start + 12 * accessor.count);
    binary = Buffer.concat([binary, packed, Buffer.alloc((4 - (packed.length % 4)) % 4)]);
  }
  for (const key of ['extensionsUsed', 'extensionsRequired'])
    json[key] = [...(json[key] ?? []), 'EXT_meshopt_compression'];
  json.buffers = [{ byteLength: binary.length }];
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)]);
  const head = Buffer.alloc(20);
  head.write('glTF', 0, 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(28 + padded.length + binary.length, 8);
  head.writeUInt32LE(padded.length, 12);
  head.write('JSON', 16, 'latin1');
  const before = Buffer.alloc(8);
  before.writeUInt32LE(binary.length, 0);
  before.write('BIN\0', 4, 'latin1');
  return Buffer.concat([head, padded, before, binary]);
}
