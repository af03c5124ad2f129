import { describe, expect, it } from 'vitest';
import { ARKIT_SHAPES } from '../arkit-shapes.js';
import { VISEMES, visemeShapes } from '../timeline/mouth/mouth-shapes.js';
import { channelWeights } from '../vrm/channel-weights.js';
import { type Head, HeadError } from './head.js';
import { visemeShapeOf } from './shape-names.js';
import { openHead } from './sharp-head.js';
import { packGlb, SMALL_HEAD_SHAPES, type SmallHead, smallHead } from './testing/small-head.js';

const OCULUS = [
  ...['sil', 'PP', 'FF', 'TH', 'DD', 'kk', 'CH', 'SS', 'nn', 'RR', 'aa', 'E', 'I', 'O', 'U'],
].map((viseme) => `viseme_${viseme}`);

/** Replaces the offsets of a shape by one vector for each vertex. */
function offset(small: SmallHead, shape: string, of: (vertex: number) => readonly number[]): SmallHead {
  const [mesh] = small.json.meshes;
  const target = mesh.primitives[0].targets[mesh.extras.targetNames.indexOf(shape)];
  const view = small.json.bufferViews[small.json.accessors[target.POSITION].bufferView];
  for (let vertex = 0; vertex < 25; vertex++)
    of(vertex).forEach((value, k) => {
      small.binary.writeFloatLE(value, view.byteOffset + 12 * vertex + 4 * k);
    });
  return small;
}
const open = (small: SmallHead): Promise<Head> => openHead(packGlb(small));
const weightsOf = (head: Head, arkit: Partial<Record<string, number>>): Record<string, number> => {
  const values = Float32Array.from(ARKIT_SHAPES, (name) => arkit[name] ?? 0);
  const weights = channelWeights(head.channels!, values);
  return Object.fromEntries(head.channels!.map(({ name }, i) => [name, weights[i]!]));
};

/** The mesh of a head and a second mesh with the given name and shapes. */
function withSecondMesh(first: readonly string[], second: readonly string[], name: string): SmallHead {
  const small = smallHead([...first, ...second]);
  const [mesh] = small.json.meshes;
  const [primitive] = mesh.primitives;
  small.json.meshes = [
    {
      name: 'Head',
      extras: { targetNames: first },
      primitives: [{ ...primitive, targets: primitive.targets.slice(0, first.length) }],
    },
    {
      name,
      extras: { targetNames: second },
      primitives: [{ ...primitive, targets: primitive.targets.slice(first.length) }],
    },
  ];
  small.json.nodes = [{ mesh: 0 }, { mesh: 1 }];
  small.json.scenes = [{ nodes: [0, 1] }];
  return small;
}

describe('a shape counts by what it moves', () => {
  const rest = SMALL_HEAD_SHAPES.filter((shape) => shape !== 'jawOpen');
  it.each<[string, SmallHead]>([
    ['no vertex', offset(smallHead(), 'jawOpen', () => [0, 0, 0])],
    ['vertices by a thousandth of a millimetre', offset(smallHead(), 'jawOpen', () => [0, -1e-6, 0])],
    ['the head as a whole', offset(smallHead(), 'jawOpen', () => [0, -0.03, 0])],
    ['only the teeth', withSecondMesh(rest, ['jawOpen'], 'Teeth')],
    [
      'only a mesh that no scene shows',
      (() => {
        const small = withSecondMesh(rest, ['jawOpen'], 'Face');
        small.json.scenes = [{ nodes: [0] }];
        return small;
      })(),
    ],
    [
      'only a mesh that is transparent',
      (() => {
        const small = withSecondMesh(rest, ['jawOpen'], 'Face');
        small.json.materials.push({
          alphaMode: 'BLEND',
          pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 0] },
        });
        small.json.meshes[1].primitives[0].material = 1;
        return small;
      })(),
    ],
  ])('refuses a head whose jawOpen moves %s, and says why', async (_, small) => {
    const error = await open(small).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(HeadError);
    expect((error as Error).message).toMatch(/(moves nothing that can be seen .*|missing: )jawOpen/);
  });

  it('refuses visemes that move nothing either, and names both', async () => {
    const small = smallHead([...SMALL_HEAD_SHAPES, 'viseme_aa']);
    for (const shape of ['jawOpen', 'viseme_aa']) offset(small, shape, () => [0, 0, 0]);
    await expect(open(small)).rejects.toThrow(/moves nothing .*: jawOpen, viseme_aa/);
  });

  it('speaks by visemes if jawOpen moves nothing, and still blinks by its lids', async () => {
    const head = await open(offset(smallHead([...SMALL_HEAD_SHAPES, ...OCULUS]), 'jawOpen', () => [0, 0, 0]));
    const names = head.channels!.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['viseme_aa', 'viseme_PP', 'eyeBlinkLeft', 'eyeBlinkRight']),
    );
    expect(names).not.toContain('jawOpen');
    expect(head.notes).toEqual([expect.stringContaining('speaks by its visemes')]);
  });

  it('reads the names of shapes in the extras of a primitive', async () => {
    const small = smallHead();
    const [mesh] = small.json.meshes;
    mesh.primitives[0].extras = mesh.extras;
    delete mesh.extras;
    expect((await open(small)).channels).toBeUndefined();
  });
});

describe('a head that has only the 15 visemes of Oculus', () => {
  const only = (): Promise<Head> => open(smallHead(OCULUS));

  it('is placed by its mouth, and by its eyes if it has joints of that name', async () => {
    const head = await only();
    expect(head.channels!.map(({ name }) => name)).toEqual(
      VISEMES.filter((viseme) => viseme !== 'sil').map((viseme) => `viseme_${viseme}`),
    );
    expect(head.notes).toEqual([
      expect.stringContaining('visemes'),
      expect.stringContaining('its eyes stay open'),
      expect.stringContaining('guessed'),
    ]);
    const small = smallHead(OCULUS);
    small.json.nodes.push(
      { name: 'LeftEye', translation: [0.031, -0.02, 0] },
      { name: 'RightEye', translation: [-0.031, -0.02, 0] },
    );
    const { notes, placement } = await open(small);
    expect(notes).toHaveLength(2);
    expect(placement.scale).toBe(1);
    expect(placement.origin[1]).toBeCloseTo(-0.02, 5);
  });

  it('shows each viseme for the values of ARKit that it stands for, and none for lips that touch at rest', async () => {
    const head = await only();
    for (const viseme of VISEMES.filter((name) => name !== 'sil')) {
      const weights = weightsOf(head, visemeShapes[viseme]);
      expect([viseme, weights[`viseme_${viseme}`]! > 0.95]).toEqual([viseme, true]);
      expect(Object.values(weights).reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(1.0001);
    }
    const closed = weightsOf(head, { ...visemeShapes.PP, jawOpen: 0.4, mouthClose: 0.4 });
    expect(closed.viseme_PP).toBeGreaterThan(0.95);
    expect(closed.viseme_aa).toBeLessThan(0.05);
    expect(
      Math.max(...Object.values(weightsOf(head, { mouthSmileLeft: 0.1, mouthSmileRight: 0.1 }))),
    ).toBeLessThan(0.1);
  });

  it('opens no wider than its widest viseme, and halfway for half of it', async () => {
    const head = await only();
    expect(weightsOf(head, { jawOpen: 1 }).viseme_aa).toBeLessThanOrEqual(1);
    const half = weightsOf(head, { jawOpen: visemeShapes.aa.jawOpen! / 2 });
    expect(Object.values(half).reduce((sum, weight) => sum + weight, 0)).toBeGreaterThan(0.3);
  });

  it('needs an open, a spread and a rounded mouth', async () => {
    await expect(open(smallHead(['viseme_aa', 'viseme_PP']))).rejects.toThrow(/missing: jawOpen/);
    expect((await open(smallHead(['viseme_aa', 'viseme_E', 'viseme_U']))).channels).toHaveLength(3);
  });

  it.each([
    ['viseme_aa', 'viseme_aa'],
    ['Wolf3D_Head.viseme_I', 'viseme_ih'],
    ['Viseme_OH', 'viseme_oh'],
    ['visemePP', 'viseme_PP'],
    ['vrc.v_ss', 'viseme_SS'],
    ['viseme_', undefined],
    ['viseme_xyz', undefined],
    ['mouthSmile', undefined],
    ['aa', undefined],
  ])('reads the name %s as %s', (name, shape) => {
    expect(visemeShapeOf(name)).toBe(shape);
  });
});

describe('a body, and a head alone', () => {
  /** The small head with an arm of two squares to each side, in a T. */
  const inT = (
    [upper, lower]: readonly [string, string],
    side: (name: string, x: 1 | -1) => string,
  ): SmallHead => {
    const small = smallHead();
    small.json.nodes = [{ name: 'face', mesh: 0, children: [] }];
    small.json.meshes.push({
      name: 'sleeve',
      primitives: [{ ...small.json.meshes[0].primitives[0], targets: [] }],
    });
    for (const x of [1, -1] as const) {
      const at = small.json.nodes.length;
      small.json.nodes[0].children.push(at);
      small.json.nodes.push(
        { name: side(upper, x), translation: [0.2 * x, -0.3, 0], children: [at + 1] },
        { name: side(lower, x), translation: [0.3 * x, 0, 0], mesh: 1 },
      );
    }
    return small;
  };
  const sideOf =
    ([left, right]: readonly [string, string]) =>
    (name: string, x: 1 | -1) =>
      name.replace('*', x === 1 ? left : right);
  const widest = ({ positions }: Head): number => Math.max(...positions.filter((_, i) => i % 4 === 0));

  it.each<[readonly [string, string], readonly [string, string]]>([
    [
      ['*Arm', '*ForeArm'],
      ['Left', 'Right'],
    ],
    [
      ['mixamorig:*Arm', 'mixamorig:*ForeArm'],
      ['Left', 'Right'],
    ],
    [
      ['upperarm_*', 'lowerarm_*'],
      ['l', 'r'],
    ],
    [
      ['upper_arm.*', 'forearm.*'],
      ['L', 'R'],
    ],
    [
      ['J_Bip_*_UpperArm', 'J_Bip_*_LowerArm'],
      ['L', 'R'],
    ],
    [
      ['Bip01 * UpperArm', 'Bip01 * Forearm'],
      ['L', 'R'],
    ],
    [
      ['*ShldrBend', '*ForearmBend'],
      ['l', 'r'],
    ],
    [
      ['CC_Base_*_Upperarm', 'CC_Base_*_Forearm'],
      ['L', 'R'],
    ],
    [
      ['*UpperArm', 'something'],
      ['left', 'right'],
    ],
  ])('lets down the arms %s that stand out in a T', async (names, sides) => {
    const straight = await open(inT(['*', 'other*'], sideOf(['one', 'two'])));
    const head = await open(inT(names, sideOf(sides)));
    expect(widest(straight)).toBeGreaterThan(0.25);
    expect(widest(head)).toBeLessThan(0.2);
  });

  it('frames a head without a neck in the middle of the picture', async () => {
    const { camera, positions } = await open(smallHead());
    const heights = positions.filter((_, i) => i % 4 === 1);
    const [top, bottom] = [Math.max(...heights), Math.min(...heights)];
    expect(camera.y).toBeCloseTo((top + bottom) / 2, 3);
  });
});
