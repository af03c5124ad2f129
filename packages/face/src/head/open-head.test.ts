import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openModel } from '@anima/inference';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ARKIT_SHAPES, shapeIndex } from '../arkit-shapes.js';
import { HeadError } from './head.js';
import { openHead } from './sharp-head.js';
import { SHIPPED_HEADS } from './testing/shipped-heads.js';
import { packGlb, type SmallHead, smallHead } from './testing/small-head.js';

const { dir } = await openModel('heads');

describe('heads that ship', () => {
  it.each(SHIPPED_HEADS)('%s has every shape, its parts and its joints', async (name) => {
    const head = await openHead(await readFile(join(dir, `${name}.glb`)));
    const about = JSON.parse(await readFile(join(dir, `${name}.json`), 'utf8'));
    expect(head.missingShapes).toEqual([]);
    head.pivot.forEach((value, k) => {
      expect(value).toBeCloseTo(about.head_pivot[k], 4);
    });
    expect(head.camera).toEqual({ y: about.camera.position[1], z: about.camera.position[2] });
    for (const part of head.parts) {
      expect(about.meshes[part.name]).toMatchObject({ vertices: part.vertices, triangles: part.triangles });
      expect(part.alpha.toUpperCase()).toBe(about.meshes[part.name].alphaMode);
      expect(part.role).toBe(
        part.name
          .replace(/^eye_.$/, 'eye')
          .replace(/^teeth_.*/, 'teeth')
          .replace(/^hair_.*/, 'hair')
          .replace(/^(garment|wet_.)$/, 'other'),
      );
    }
    const skin = head.parts.find(({ role }) => role === 'skin');
    expect(skin?.shine?.strands).toBe(false);
  });

  it('lie in memory that threads share', async () => {
    const head = await openHead(await readFile(join(dir, 'leo.glb')));
    const copy = structuredClone(head);
    expect(copy.textures[0]!.pixels.buffer).toBeInstanceOf(SharedArrayBuffer);
    head.textures[0]!.pixels[0] = 77;
    head.positions[0] = 5;
    expect([copy.textures[0]!.pixels[0], copy.positions[0]]).toEqual([77, 5]);
  });
});

describe('heads of others', () => {
  it('come into the frame of Head from any size, place and direction', async () => {
    const plain = await openHead(packGlb(smallHead()));
    const moved = smallHead();
    // Centimetres, the back to the viewer, far from the origin: VRM 0 and many exporters.
    moved.json.nodes[0] = {
      mesh: 0,
      scale: [100, 100, 100],
      rotation: [0, 1, 0, 0],
      translation: [3, 160, -7],
    };
    const other = await openHead(packGlb(moved));
    // A file in metres keeps its size. Lids 10 cm apart are scaled to those of a person.
    expect(spread(other.positions)).toBeCloseTo(spread(plain.positions), 5);
    other.positions.forEach((value, i) => {
      expect(value).toBeCloseTo(plain.positions[i]!, 5);
    });
    other.shapes.offsets.forEach((value, i) => {
      expect(value).toBeCloseTo(plain.shapes.offsets[i]!, 5);
    });
  });

  it('have their light baked, brighter where they face it', async () => {
    const small = smallHead();
    const { light, parts, textures } = await openHead(packGlb(small));
    expect(parts[0]!.lit).toBe(true);
    expect(new Set(light).size).toBe(1);
    expect(light[0]).toBeGreaterThan(0.8);
    // .5, .25, .125 linear, coded as a power of 1 / 2.2.
    expect([...textures[0]!.pixels]).toEqual([186, 136, 99, 255]);
    small.json.materials[0].extensions = { KHR_materials_unlit: {} };
    expect((await openHead(packGlb(small))).light[0]).toBe(1);
  });

  it('take sparse accessors, normalised integers and strides', async () => {
    const small = smallHead();
    const view = small.json.bufferViews[0];
    // Replaces the shape jawOpen: sparse, one vertex of shorts, 32767 = 1, after the other data and two bytes
    // of padding.
    const start = small.binary.length;
    const extra = Buffer.alloc(12);
    extra.writeUInt8(7, 0);
    extra.writeInt16LE(-16384, 4);
    extra.writeInt16LE(32767, 6);
    small.binary = Buffer.concat([small.binary, extra]);
    small.json.bufferViews.push(
      { buffer: 0, byteOffset: start, byteLength: 4 },
      { buffer: 0, byteOffset: start + 4, byteLength: 8, byteStride: 8 },
    );
    const views = small.json.bufferViews.length;
    small.json.accessors[small.json.meshes[0].primitives[0].targets[0].POSITION] = {
      componentType: 5122,
      normalized: true,
      count: 25,
      type: 'VEC3',
      sparse: {
        count: 1,
        indices: { bufferView: views - 2, componentType: 5121 },
        values: { bufferView: views - 1 },
      },
    };
    expect(view.byteOffset).toBe(0);
    const { shapes } = await openHead(packGlb(small));
    const first = shapes.starts[shapeIndex.jawOpen]!;
    expect(shapes.starts[shapeIndex.jawOpen + 1]! - first).toBe(1);
    expect(shapes.vertices[first]).toBe(7);
    const scale = 0.05 / 0.1;
    expect(shapes.offsets[4 * first]).toBeCloseTo((-16384 / 32767) * scale, 5);
    expect(shapes.offsets[4 * first + 1]).toBeCloseTo(scale, 5);
  });

  it('read a part of a picture, turned, and leave out vertices that no triangle uses', async () => {
    const small = smallHead();
    const surface = small.json.materials[0].pbrMetallicRoughness;
    const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    small.json.images = [{ bufferView: small.json.bufferViews.length }];
    small.json.bufferViews.push({ buffer: 0, byteOffset: small.binary.length, byteLength: picture.length });
    small.binary = Buffer.concat([small.binary, picture]);
    small.json.textures = [{ source: 0 }];
    const KHR_texture_transform = { offset: [0.5, 0.25], scale: [0.5, 0.75], rotation: Math.PI / 2 };
    surface.baseColorTexture = { index: 0, extensions: { KHR_texture_transform } };
    const { coordinates } = await openHead(packGlb(small));
    // The last corner, 1, 1: scaled to .5, .75, turned by a quarter to .75, -.5, moved.
    expect([...coordinates.subarray(-2)].map((value) => value.toFixed(4))).toEqual(['1.2500', '-0.2500']);
    // Triangles of the last row gone: its five vertices go with them.
    small.json.accessors[small.json.meshes[0].primitives[0].indices].count -= 24;
    const less = await openHead(packGlb(small));
    expect(less.light).toHaveLength(20);
    expect(less.parts[0]).toMatchObject({ vertices: 20, triangles: 24 });
  });

  it('read shape names as exporters write them', async () => {
    const small = smallHead();
    small.json.meshes[0].extras.targetNames = [
      'Face.JawOpen',
      'mouth_close',
      'Wolf3D_mouthFunnel',
      'MOUTHPUCKER',
      'eyeBlink_L',
      'blendShape1.eyeBlink_R',
    ];
    const { missingShapes } = await openHead(packGlb(small));
    expect(missingShapes).toHaveLength(ARKIT_SHAPES.length - 6);
    expect(missingShapes).not.toContain('eyeBlinkRight');
  });
});

describe('files that are no heads', () => {
  const bend = (change: (small: SmallHead) => void): Uint8Array => {
    const small = smallHead();
    change(small);
    return packGlb(small);
  };
  const accessor = (index: number, fields: object): Uint8Array =>
    bend(({ json }) => Object.assign(json.accessors[index], fields));
  const cases: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ['nothing', new Uint8Array(0), /binary glTF/],
    ['another format', Buffer.from('solid cube endsolid, and some more bytes'), /binary glTF/],
    ['version 1', Buffer.from([...packGlb(smallHead())].map((byte, i) => (i === 4 ? 1 : byte))), /version 2/],
    ['a file cut off', packGlb(smallHead()).subarray(0, 900), /cut off/],
    ['no JSON', bend((small) => (small.json = 7)), /object/],
    ['no meshes', bend(({ json }) => (json.nodes = [])), /no mesh/],
    ['a node of a mesh that is not there', bend(({ json }) => (json.nodes[0].mesh = 9)), /meshes\[9\]/],
    ['no shape names', bend(({ json }) => delete json.meshes[0].extras), /missing: jawOpen, mouthClose/],
    [
      'no lids',
      bend(({ json }) => (json.meshes[0].extras.targetNames[5] = 'smile')),
      /missing: eyeBlinkRight/,
    ],
    [
      'lids in one place',
      bend(({ json }) => (json.meshes[0].primitives[0].targets[4] = json.meshes[0].primitives[0].targets[5])),
      /two different places/,
    ],
    ['a shape that moves nothing', bend(({ json }) => delete json.accessors[7].bufferView), /moves nothing/],
    ['a count beyond all bounds', accessor(0, { count: 4e9 }), /at most 1000000/],
    ['a count beyond the view', accessor(0, { count: 900_000 }), /beyond bufferViews/],
    ['a negative count', accessor(0, { count: -1 }), /whole number/],
    ['a count of text', accessor(0, { count: '25' }), /whole number/],
    ['an offset beyond the view', accessor(0, { byteOffset: 1e9 }), /beyond bufferViews/],
    ['a view beyond the file', bend(({ json }) => (json.bufferViews[0].byteLength = 1e8)), /ends at byte/],
    ['a view of another file', bend(({ json }) => (json.bufferViews[0].buffer = 1)), /own binary chunk/],
    ['a stride of nothing', bend(({ json }) => (json.bufferViews[0].byteStride = 1)), /beyond bufferViews/],
    ['an unknown component', accessor(0, { componentType: 5130 }), /component type/],
    ['the wrong type', accessor(0, { type: 'VEC4' }), /type VEC3, received VEC4/],
    [
      'a triangle of no vertex',
      bend(({ binary, json }) => binary.writeUInt16LE(900, json.bufferViews[2].byteOffset)),
      /vertex 900/,
    ],
    ['what is not a number', bend(({ binary }) => binary.writeFloatLE(Number.NaN, 4)), /holds NaN/],
    [
      'the infinite',
      bend(({ binary }) => binary.writeFloatLE(Number.POSITIVE_INFINITY, 4)),
      /holds Infinity/,
    ],
    ['a node that is its own child', bend(({ json }) => (json.nodes[0].children = [0])), /own ancestor/],
    [
      'a circle of nodes',
      bend(({ json }) => json.nodes.push({ children: [2] }, { children: [1] })),
      /own ancestor/,
    ],
    [
      'a node with two parents',
      bend(({ json }) => json.nodes.push({}, { children: [1] }, { children: [1] })),
      /two parents/,
    ],
    ['a child that is not there', bend(({ json }) => (json.nodes[0].children = [77])), /does not have/],
    ['a matrix of text', bend(({ json }) => (json.nodes[0].matrix = ['a'])), /16 numbers/],
    ['lines', bend(({ json }) => (json.meshes[0].primitives[0].mode = 1)), /mode 1/],
    [
      'Draco',
      bend(({ json }) => (json.meshes[0].primitives[0].extensions = { KHR_draco_mesh_compression: {} })),
      /Draco/,
    ],
    [
      'an extension nobody reads',
      bend(({ json }) => (json.extensionsRequired = ['EXT_meshopt_compression'])),
      /EXT_meshopt/,
    ],
    ['a skin that is not there', bend(({ json }) => (json.nodes[0].skin = 0)), /skins\[0\]/],
    ['a picture elsewhere', withPicture({ uri: 'https://example.org/face.png' }), /inside it/],
    [
      'a picture that is none',
      withPicture({ bufferView: 0, mimeType: 'image/png' }),
      /no picture that can be read/,
    ],
  ];

  it.each(cases)('%s', async (_, bytes, message) => {
    const error = await openHead(bytes).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(HeadError);
    expect(error).toMatchObject({ code: 'head_invalid', message: expect.stringMatching(message) });
  });

  it('a picture larger than any', async () => {
    const picture = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const small = smallHead();
    small.json.bufferViews.push({ buffer: 0, byteOffset: small.binary.length, byteLength: picture.length });
    small.binary = Buffer.concat([small.binary, picture]);
    await expect(
      openHead(withPicture({ bufferView: small.json.bufferViews.length - 1 }, small)),
    ).rejects.toThrow(HeadError);
  });

  it('a large picture in each of many materials', async () => {
    const picture = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const small = smallHead();
    small.json.bufferViews.push({ buffer: 0, byteOffset: small.binary.length, byteLength: picture.length });
    small.binary = Buffer.concat([small.binary, picture]);
    withPicture({ bufferView: small.json.bufferViews.length - 1 }, small);
    const { primitives } = small.json.meshes[0];
    small.json.materials = Array.from({ length: 12 }, () => small.json.materials[0]);
    small.json.meshes[0].primitives = small.json.materials.map((_: object, material: number) => ({
      ...primitives[0],
      material,
    }));
    await expect(openHead(packGlb(small))).rejects.toThrow(/pictures of at most 671088640 pixels/);
  });

  it('anything else in any field: a head or a HeadError, at once', async () => {
    const paths: (readonly (string | number)[])[] = [];
    const walk = (value: unknown, path: readonly (string | number)[]): void => {
      if (path.length > 0) paths.push(path);
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
    };
    walk(smallHead().json, []);
    const wrong = fc.constantFrom<unknown>(
      null,
      -1,
      0,
      1,
      2.5,
      1e300,
      4294967295,
      '',
      'x',
      [],
      {},
      [0],
      [[]],
      true,
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), wrong, async (path, value) => {
        const small = smallHead();
        let at = small.json;
        for (const key of path.slice(0, -1)) at = at[key];
        at[path.at(-1)!] = value;
        const result = await openHead(packGlb(small)).catch((cause: unknown) => cause);
        if (result instanceof Error) expect(result).toBeInstanceOf(HeadError);
      }),
      { numRuns: 400 },
    );
  });

  function withPicture(image: object, small = smallHead()): Uint8Array {
    small.json.images = [image];
    small.json.textures = [{ source: 0 }];
    small.json.materials[0].pbrMetallicRoughness.baseColorTexture = { index: 0 };
    return packGlb(small);
  }
});

function spread(positions: Float32Array): number {
  return Math.max(...positions) - Math.min(...positions);
}
