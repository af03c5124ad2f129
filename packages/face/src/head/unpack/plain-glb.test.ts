import { describe, expect, it } from 'vitest';
import { readGlb } from '../glb.js';
import { HeadError } from '../head.js';
import { openHead } from '../sharp-head.js';
import { addView, ktx2, withDraco, withKtx2, withMeshopt } from '../testing/packed-head.js';
import { packGlb, type SmallHead, smallHead } from '../testing/small-head.js';
import { plainGlb } from './plain-glb.js';

const plain = await openHead(packGlb(smallHead()));

describe('a GLB that is compressed', () => {
  it.each<[string, () => Promise<SmallHead>, number]>([
    ['meshopt', () => withMeshopt(smallHead()), 6],
    ['meshopt under the name of Khronos', () => withMeshopt(smallHead(), 'KHR_meshopt_compression'), 6],
    ['Draco', () => withDraco(smallHead()), 4],
    [
      'Draco in a file that is compressed by meshopt besides',
      async () => withDraco(await meshoptOfShapes()),
      4,
    ],
  ])('by %s is the same head as the plain file', async (_, packed, digits) => {
    const head = await openHead(packGlb(await packed()));
    expect(head.triangles).toEqual(plain.triangles);
    for (const key of ['positions', 'coordinates'] as const)
      head[key].forEach((value, i) => {
        expect(value).toBeCloseTo(plain[key][i]!, digits);
      });
    expect(head.shapes.vertices).toEqual(plain.shapes.vertices);
    expect(head.missingShapes).toEqual(plain.missingShapes);
  });

  it.each(['uastc', 'etc1s'] as const)('has its pictures in KTX2 read (%s)', async (kind) => {
    const { textures } = await openHead(packGlb(withKtx2(smallHead(), ktx2(kind))));
    const [{ width, height, pixels } = { width: 0, height: 0, pixels: [] }] = textures;
    expect([width, height]).toEqual([16, 16]);
    const [left, right] = [4 * (8 * 16 + 3), 4 * (8 * 16 + 12)];
    expect(pixels[left]! - pixels[left + 2]!).toBeGreaterThan(100);
    expect(pixels[right + 2]! - pixels[right]!).toBeGreaterThan(100);
  });

  it('becomes a GLB without compression that keeps all other data', async () => {
    const small = await withMeshopt(withKtx2(smallHead(), ktx2('etc1s')));
    small.json.extensions = { VRMC_vrm: { specVersion: '1.0' } };
    small.json.extensionsUsed.push('VRMC_vrm');
    const { json, binary } = readGlb(await plainGlb(packGlb(small)));
    expect(JSON.stringify(json)).not.toMatch(/meshopt|basisu|ktx2/);
    expect(json.extensions).toEqual(small.json.extensions);
    expect(json.extensionsUsed).toEqual(['VRMC_vrm']);
    expect(json.buffers).toEqual([{ byteLength: binary.length }]);
    expect(json.nodes).toEqual(small.json.nodes);
  });

  it('returns the same bytes for a file without compression', async () => {
    const glb = packGlb(smallHead());
    expect(await plainGlb(glb)).toBe(glb);
  });
});

describe('a compressed GLB that is damaged, or a trap', () => {
  const meshopt = (change: (extension: Record<string, unknown>, small: SmallHead) => void) => async () => {
    const small = await withMeshopt(smallHead());
    change(small.json.bufferViews[0].extensions.EXT_meshopt_compression, small);
    return small;
  };
  const draco = (change: (packed: Buffer, small: SmallHead) => void) => async () => {
    const small = await withDraco(smallHead());
    const view = small.json.bufferViews.at(-1);
    change(small.binary.subarray(view.byteOffset, view.byteOffset + view.byteLength), small);
    return small;
  };
  const picture = (change: (file: Buffer) => void) => async () => {
    const file = ktx2('uastc');
    change(file);
    return withKtx2(smallHead(), file);
  };
  it.each<[string, () => Promise<SmallHead>, RegExp]>([
    ['meshopt of a thousand million vertices', meshopt((one) => (one.count = 1e9)), /at most 256 MB once/],
    ['meshopt of no stride', meshopt((one) => (one.byteStride = 0)), /mode and stride/],
    ['meshopt of an unknown mode', meshopt((one) => (one.mode = 'LINES')), /mode and stride/],
    ['meshopt beyond the end', meshopt((one) => (one.byteLength = 1e6)), /beyond its end/],
    ['meshopt in another file', meshopt((one) => (one.buffer = 1)), /own binary chunk/],
    ['meshopt of noise', meshopt((_, small) => small.binary.fill(0x5a)), /cannot be decoded/],
    ['meshopt of an unknown filter', meshopt((one) => (one.filter = 'SHARPEN')), /Expected a filter/],
    ['Draco of noise', draco((packed) => packed.fill(0x5a)), /expected a mesh of Draco/],
    ['Draco that breaks off', draco((packed) => packed.fill(0xff, 11)), /Draco|cannot be decoded/],
    [
      'Draco of 200 million vertices',
      draco((packed) => Buffer.from([1, 0x80, 0x84, 0xaf, 0x5f]).copy(packed, 11)),
      /at most 500000 vertices/,
    ],
    [
      'Draco without an attribute that it names',
      draco((_, { json }) => {
        json.meshes[0].primitives[0].extensions.KHR_draco_mesh_compression.attributes.POSITION = 77;
      }),
      /cannot be decoded|is no VEC3/,
    ],
    [
      'Draco in a view that does not exist',
      draco((_, { json }) => {
        json.meshes[0].primitives[0].extensions.KHR_draco_mesh_compression.bufferView = 77;
      }),
      /bufferViews\[77\]/,
    ],
    ['KTX2 of noise', picture((file) => file.fill(0x5a)), /no picture in KTX2/],
    [
      'KTX2 of 2000 million pixels',
      picture((file) => file.writeUInt32LE(2 ** 27, 20)),
      /at most 67108864 pixels/,
    ],
    [
      'KTX2 that unpacks to gigabytes',
      picture((file) => file.writeUInt32LE(2 ** 31, 96)),
      /no picture in KTX2/,
    ],
    ['KTX2 of an array', picture((file) => file.writeUInt32LE(50, 32)), /no picture in KTX2/],
    ['KTX2 whose pixels are noise', picture((file) => file.fill(0x5a, 0xb8)), /damaged picture in KTX2/],
  ])('%s is refused', async (_, packed, message) => {
    const error = await openHead(packGlb(await packed())).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(HeadError);
    expect((error as Error).message).toMatch(message);
  });

  it('is a head or refused, whatever byte of it is another one', async () => {
    const glbs = [
      packGlb(await withMeshopt(smallHead())),
      packGlb(await withDraco(smallHead())),
      packGlb(withKtx2(smallHead(), ktx2('etc1s'))),
    ];
    let random = 7;
    for (let run = 0; run < 30; run++) {
      const bytes = Buffer.from(glbs[run % glbs.length]!);
      random = (random * 48_271) % 2_147_483_647;
      bytes[20 + (random % (bytes.length - 20))]! ^= 1 << (random % 8);
      const result = await openHead(bytes).catch((cause: unknown) => cause);
      if (result instanceof Error) expect(result).toBeInstanceOf(HeadError);
    }
  });
});

/** The small head whose shapes alone are compressed by meshopt. */
async function meshoptOfShapes(): Promise<SmallHead> {
  const small = smallHead();
  const packed = await withMeshopt(smallHead());
  const before = small.json.bufferViews.length;
  const moved = addView(small, packed.binary);
  const { byteOffset } = small.json.bufferViews[moved];
  small.json.bufferViews.length = before;
  for (let i = 3; i < before; i++) {
    const view = packed.json.bufferViews[i];
    view.extensions.EXT_meshopt_compression.byteOffset += byteOffset;
    small.json.bufferViews[i] = { ...view, buffer: 0 };
  }
  small.json.extensionsUsed = ['EXT_meshopt_compression'];
  small.json.extensionsRequired = ['EXT_meshopt_compression'];
  return small;
}
