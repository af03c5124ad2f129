/** glTF of a small head, as an object tests may bend, and its binary chunk. */
export interface SmallHead {
  // biome-ignore lint/suspicious/noExplicitAny: tests put wrong things everywhere into it
  json: any;
  binary: Buffer;
}

/** The shapes a head must have. */
export const SMALL_HEAD_SHAPES: readonly string[] = [
  'jawOpen',
  'mouthClose',
  'mouthFunnel',
  'mouthPucker',
  'eyeBlinkLeft',
  'eyeBlinkRight',
];
const SIDE = 0.05;

/**
 * A square face of 5 x 5 vertices in the plane z = 0, from (-.05, -.1) to (.05, 0) metres, of one colour. The left lid is the
 * vertex at the person's upper left corner, the right lid the other one; the other shapes move the middle.
 */
export function smallHead(shapes: readonly string[] = SMALL_HEAD_SHAPES): SmallHead {
  const positions: number[] = [];
  const coordinates: number[] = [];
  const indices: number[] = [];
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 5; column++) {
      positions.push(SIDE * (column / 2 - 1), -SIDE * (row / 2), 0);
      coordinates.push(column / 4, row / 4);
      if (row < 4 && column < 4) {
        const at = 5 * row + column;
        indices.push(at, at + 5, at + 1, at + 1, at + 5, at + 6);
      }
    }
  }
  const chunks: Uint8Array[] = [];
  const bufferViews: object[] = [];
  const accessors: object[] = [];
  const add = (values: Float32Array | Uint16Array, accessor: object): number => {
    const bytes = new Uint8Array(values.buffer);
    const byteOffset = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes.length });
    chunks.push(bytes, new Uint8Array((4 - (bytes.length % 4)) % 4));
    accessors.push({ bufferView: bufferViews.length - 1, ...accessor });
    return accessors.length - 1;
  };
  const vec3 = (values: number[]): number =>
    add(Float32Array.from(values), { componentType: 5126, count: values.length / 3, type: 'VEC3' });
  const attributes = {
    POSITION: vec3(positions),
    TEXCOORD_0: add(Float32Array.from(coordinates), { componentType: 5126, count: 25, type: 'VEC2' }),
  };
  const triangles = add(Uint16Array.from(indices), {
    componentType: 5123,
    count: indices.length,
    type: 'SCALAR',
  });
  const targets = shapes.map((shape) => {
    const vertex = shape === 'eyeBlinkLeft' ? 4 : shape === 'eyeBlinkRight' ? 0 : 12;
    return { POSITION: vec3(Array.from({ length: 75 }, (_, i) => (i === 3 * vertex + 1 ? -0.01 : 0))) };
  });
  const json = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'face', mesh: 0 }],
    meshes: [
      {
        name: 'face',
        extras: { targetNames: [...shapes] },
        primitives: [{ attributes, indices: triangles, material: 0, targets }],
      },
    ],
    materials: [{ pbrMetallicRoughness: { baseColorFactor: [0.5, 0.25, 0.125, 1] } }],
    accessors,
    bufferViews,
    buffers: [{ byteLength: chunks.reduce((sum, chunk) => sum + chunk.length, 0) }],
  };
  return { json, binary: Buffer.concat(chunks) };
}

/** A GLB of both chunks. */
export function packGlb({ json, binary }: SmallHead): Uint8Array {
  const pad = (bytes: Uint8Array, filler: number): Buffer =>
    Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, filler)]);
  const chunk = (bytes: Buffer, kind: string): Buffer[] => {
    const header = Buffer.alloc(8);
    header.writeUInt32LE(bytes.length, 0);
    header.write(kind, 4, 'latin1');
    return [header, bytes];
  };
  const body = Buffer.concat([
    ...chunk(pad(Buffer.from(JSON.stringify(json)), 0x20), 'JSON'),
    ...chunk(pad(binary, 0), 'BIN\0'),
  ]);
  const header = Buffer.alloc(12);
  header.write('glTF', 0, 'latin1');
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(12 + body.length, 8);
  return Buffer.concat([header, body]);
}
