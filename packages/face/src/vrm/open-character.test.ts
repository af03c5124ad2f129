import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArkitShape } from '../arkit-shapes.js';
import { type Head, HeadError } from '../head/head.js';
import { createHeadRenderer } from '../head/renderer.js';
import { openHead } from '../head/sharp-head.js';
import { restingPose } from '../head/testing/resting-pose.js';
import { createFrame, type Frame, planesOf } from '../image/frame.js';
import type { FacePose } from '../timeline/face-motion.js';
import { visemeShapes } from '../timeline/mouth/mouth-shapes.js';
import { bentSuzu, SUZUS, type Suzu, suzu } from './testing/suzu.js';

const SIZE = 256;
const heads = Object.fromEntries(
  await Promise.all(SUZUS.map(async (name) => [name, await openHead(suzu(name))] as const)),
) as Record<Suzu, Head>;

function draw(head: Head, pose: FacePose): Frame {
  const frame = createFrame(SIZE, SIZE);
  createHeadRenderer(head, { width: SIZE, height: SIZE, background: { kind: 'default' } }).render(
    pose,
    frame,
  );
  return frame;
}

/** Columns of the chroma samples, of 2 x 2 pixels, that are red as the mouth's inside, or blue as the irises. */
function coloured(frame: Frame, colour: 'mouth' | 'iris'): number[] {
  const { u, v } = planesOf(frame);
  const half = SIZE / 2;
  return Array.from(u.keys()).flatMap((i) => {
    const y = Math.floor(i / half) / half;
    const isIt = colour === 'mouth' ? v[i]! > 166 && y > 0.5 && y < 0.65 : u[i]! > 148 && y > 0.3 && y < 0.5;
    return isIt ? [i % half] : [];
  });
}
const opening = (head: Head, weights: Partial<Record<ArkitShape, number>>): number =>
  coloured(draw(head, restingPose(weights)), 'mouth').length;

describe.each(SUZUS)('%s', (name) => {
  const head = heads[name];

  it('closes its lips on p, b, m and at rest, whatever the jaw does, and opens them on aa', () => {
    expect(opening(head, {})).toBe(0);
    for (const jaw of [0, 0.1, 0.25, 0.6])
      expect([jaw, opening(head, { ...visemeShapes.PP, jawOpen: jaw, mouthClose: jaw })]).toEqual([jaw, 0]);
    expect(opening(head, visemeShapes.aa)).toBeGreaterThan(8);
    expect(opening(head, visemeShapes.aa)).toBeGreaterThan(2 * opening(head, visemeShapes.ou));
  });

  it('shuts each of its eyes', () => {
    const seen = (weights: Partial<Record<ArkitShape, number>>): number =>
      coloured(draw(head, restingPose(weights)), 'iris').length;
    const open = seen({});
    expect(open).toBeGreaterThan(60);
    expect(seen({ eyeBlinkLeft: 1, eyeBlinkRight: 1 })).toBe(0);
    expect(Math.abs(seen({ eyeBlinkLeft: 1 }) - open / 2)).toBeLessThan(open / 8);
  });

  it('looks in the requested direction: its left is to the right of the image', () => {
    // Weighted by how blue a sample is: the eyes turn by less than one.
    const middle = (weights: Partial<Record<ArkitShape, number>>): number => {
      const { u } = planesOf(draw(head, restingPose(weights)));
      let [sum, total] = [0, 0];
      for (let i = 38 * 128; i < 64 * 128; i++) {
        const blue = Math.max(0, u[i]! - 138);
        sum += blue * (i % 128);
        total += blue;
      }
      return sum / total;
    };
    const ahead = middle({});
    expect(middle({ eyeLookOutLeft: 1, eyeLookInRight: 1 })).toBeGreaterThan(ahead + 0.3);
    expect(middle({ eyeLookInLeft: 1, eyeLookOutRight: 1 })).toBeLessThan(ahead - 0.3);
  });

  it('reports the features that are not drawn', () => {
    expect(head.notes[0]).toBe(
      'Features of this VRM character that are not drawn: swinging hair and clothes (spring bones), outlines',
    );
    expect(head.notes).toHaveLength(name.endsWith('arkit') ? 1 : 2);
  });
});

describe('characters', () => {
  it('look the same in both versions, which look in opposite directions', () => {
    for (const [a, b] of [
      ['suzu-0', 'suzu-1'],
      ['suzu-0-arkit', 'suzu-1-arkit'],
    ] as const) {
      const pose = restingPose({ ...visemeShapes.oh, eyeBlinkLeft: 0.5, eyeLookUpLeft: 1 }, { yaw: 12 });
      const [one, other] = [draw(heads[a], pose).bytes, draw(heads[b], pose).bytes];
      const differing = one.filter((value, i) => Math.abs(value - other[i]!) > 12);
      expect(differing.length / one.length).toBeLessThan(0.005);
    }
  });

  it('speak by the shapes of ARKit where they have them, as expressions or as morphs of these names', async () => {
    const names = (head: Head): readonly string[] => head.channels!.map(({ name }) => name);
    expect(names(heads['suzu-1'])).toEqual([
      'aa',
      'ih',
      'ou',
      'ee',
      'oh',
      'blinkLeft',
      'blinkRight',
      ...GAZE_SHAPES,
    ]);
    expect(names(heads['suzu-1-arkit'])).toHaveLength(52);
    const morphs = await openHead(
      bentSuzu('suzu-0-arkit', (json) => {
        const master = json.extensions.VRM.blendShapeMaster;
        master.blendShapeGroups = master.blendShapeGroups.slice(0, 9);
      }),
    );
    expect(names(morphs).toSorted()).toEqual(names(heads['suzu-0-arkit']).toSorted());
  });

  it('speak by the mouths of VRM if their shapes of ARKit move nothing', async () => {
    const still = bentSuzu('suzu-1-arkit', (json) => {
      const { preset, custom } = json.extensions.VRMC_vrm.expressions;
      custom.jawOpen.morphTargetBinds = [{ ...preset.aa.morphTargetBinds[0], weight: 0.0001 }];
    });
    const names = (await openHead(still)).channels!.map(({ name }) => name);
    expect(names).toContain('aa');
    expect(names).not.toContain('jawOpen');
  });

  it('blink by one expression where they have but one', async () => {
    const head = await openHead(
      bentSuzu('suzu-1', (json) => {
        delete json.extensions.VRMC_vrm.expressions.preset.blinkLeft;
      }),
    );
    expect(head.channels!.map(({ name }) => name)).toContain('blink');
    expect(coloured(draw(head, restingPose({ eyeBlinkLeft: 1, eyeBlinkRight: 1 })), 'iris')).toEqual([]);
  });

  it('come into the picture whatever their size, however their bones are called', async () => {
    const large = await openHead(
      bentSuzu('suzu-1', (json) => {
        for (const node of json.nodes) node.name = 'ボーン';
        json.nodes.push({
          name: 'above',
          children: json.scenes[0].nodes,
          scale: [7, 7, 7],
          translation: [3, -2, 5],
        });
        json.scenes[0].nodes = [json.nodes.length - 1];
      }),
    );
    const pose = restingPose({ jawOpen: 0.4 }, { yaw: 20 });
    const [one, other] = [draw(large, pose).bytes, draw(heads['suzu-1'], pose).bytes];
    expect(one.filter((value, i) => Math.abs(value - other[i]!) > 12).length / one.length).toBeLessThan(
      0.005,
    );
  });

  it('let their arms hang, and keep nothing that no picture shows', () => {
    const { positions, parts } = heads['suzu-1'];
    const xs = positions.filter((_, i) => i % 4 === 0);
    expect(Math.max(...xs)).toBeLessThan(0.25);
    const ys = positions.filter((_, i) => i % 4 === 1);
    expect(Math.min(...ys)).toBeGreaterThan(-0.5);
    // Eight primitives share the 680 vertices of the face; each keeps its own.
    expect(parts.filter(({ name }) => name === 'Face').reduce((sum, { vertices }) => sum + vertices, 0)).toBe(
      680,
    );
  });

  it('hide what only they themselves see', async () => {
    const head = await openHead(
      bentSuzu('suzu-0', (json) => {
        json.extensions.VRM.firstPerson.meshAnnotations = [{ mesh: 2, firstPersonFlag: 'FirstPersonOnly' }];
      }),
    );
    expect(head.parts.some(({ name }) => name === 'Hair')).toBe(false);
  });

  it('keep their colours without the painted effects of human heads', () => {
    const head = heads['suzu-1'];
    expect(new Set(head.parts.map(({ role }) => role))).toEqual(new Set(['other', 'hair']));
    expect(head.light.some((value) => value < 0.9)).toBe(true);
  });
});

const GAZE_SHAPES = [
  'eyeLookDownLeft',
  'eyeLookDownRight',
  'eyeLookInLeft',
  'eyeLookInRight',
  'eyeLookOutLeft',
  'eyeLookOutRight',
  'eyeLookUpLeft',
  'eyeLookUpRight',
];

describe('files that are no characters', () => {
  const cases: readonly (readonly [string, Uint8Array, RegExp])[] = [
    [
      'mouths that move by less than can be seen',
      bentSuzu('suzu-1', (json) => {
        for (const { morphTargetBinds } of Object.values<{ morphTargetBinds?: { weight: number }[] }>(
          json.extensions.VRMC_vrm.expressions.preset,
        ))
          for (const bind of morphTargetBinds ?? []) bind.weight = 0.001;
      }),
      /have no visible effect/,
    ],
    [
      'a humanoid without a head',
      bentSuzu('suzu-1', (json) => delete json.extensions.VRMC_vrm.humanoid.humanBones.head),
      /has a bone "head"/,
    ],
    ['no humanoid', bentSuzu('suzu-0', (json) => delete json.extensions.VRM.humanoid), /has a bone "head"/],
    [
      'a bone that is not there',
      bentSuzu('suzu-0', (json) => (json.extensions.VRM.humanoid.humanBones[2].node = 999)),
      /nodes\[999\]/,
    ],
    [
      'a list for its extension',
      bentSuzu('suzu-1', (json) => (json.extensions.VRMC_vrm = [])),
      /an object for VRMC_vrm/,
    ],
    [
      'a mouth that does not move',
      bentSuzu('suzu-1', (json) => (json.extensions.VRMC_vrm.expressions = {})),
      /whose mouth moves/,
    ],
    [
      'expressions of morphs that are not there',
      bentSuzu('suzu-0', (json) => {
        for (const { binds } of json.extensions.VRM.blendShapeMaster.blendShapeGroups)
          for (const bind of binds) bind.index = 77;
      }),
      /have no visible effect/,
    ],
    [
      'binds without end',
      bentSuzu('suzu-1', (json) => {
        const { aa } = json.extensions.VRMC_vrm.expressions.preset;
        aa.morphTargetBinds = Array(30_000).fill(aa.morphTargetBinds[0]);
      }),
      /20000 morphs/,
    ],
    [
      'a script that has to run',
      bentSuzu('suzu-1', (json) => (json.extensionsRequired = ['KHR_interactivity'])),
      /unsupported extension KHR_interactivity/,
    ],
    [
      'meshopt',
      bentSuzu('suzu-1', (json) => (json.extensionsRequired = ['EXT_meshopt_compression'])),
      /EXT_meshopt_compression/,
    ],
    [
      'Draco',
      bentSuzu(
        'suzu-1',
        (json) => (json.meshes[0].primitives[0].extensions = { KHR_draco_mesh_compression: {} }),
      ),
      /Draco/,
    ],
    [
      'pictures in KTX2',
      bentSuzu(
        'suzu-0',
        (json) => (json.textures[0] = { extensions: { KHR_texture_basisu: { source: 0 } } }),
      ),
      /PNG, JPEG, WebP/,
    ],
    ...['https://example.org/a.png', 'file:///etc/passwd', '../../a.png', 'data:text/html;base64,AAAA'].map(
      (uri) =>
        [
          `a picture at ${uri}`,
          bentSuzu('suzu-1', (json) => (json.images[0] = { uri })),
          /inside it/,
        ] as const,
    ),
    [
      'data at an address',
      bentSuzu('suzu-1', (json) => (json.buffers[0].uri = 'https://example.org/a.bin')),
      /its binary chunk/,
    ],
    [
      'a morph of another number of vertices',
      bentSuzu('suzu-1', (json) => {
        const [target] = json.meshes[0].primitives[0].targets;
        json.accessors[target.POSITION].count = 5_000;
        json.accessors[target.POSITION].sparse.indices.byteOffset = 0;
        json.meshes[0].primitives[0].attributes.POSITION = json.meshes[2].primitives[0].attributes.POSITION;
      }),
      /positions and|does not have/,
    ],
    [
      'bones in a circle',
      bentSuzu('suzu-1', (json) => json.nodes[4].children.push(0)),
      /own ancestor|two parents/,
    ],
    [
      'a character on its head',
      bentSuzu('suzu-1', (json) => {
        json.nodes.push({ children: json.scenes[0].nodes, rotation: [0, 0, 1, 0] });
      }),
      /upright VRM/,
    ],
    [
      'one of no size',
      bentSuzu('suzu-1', (json) => {
        json.nodes.push({ children: json.scenes[0].nodes, scale: [0, 0, 0] });
      }),
      /upright VRM|size above 0/,
    ],
    [
      'the same 680 vertices, drawn without end',
      bentSuzu('suzu-1', (json) => {
        const { primitives } = json.meshes[0];
        json.meshes[0].primitives = Array.from({ length: 40_000 }, () => primitives[6]);
      }),
      /at most 2000 primitives/,
    ],
  ];

  it.each(cases)('%s', async (_, bytes, message) => {
    const error = await openHead(bytes).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(HeadError);
    expect(error).toMatchObject({ code: 'head_invalid', message: expect.stringMatching(message) });
  });

  it('the same mesh at ten thousand places is refused, and soon', async () => {
    const bytes = bentSuzu('suzu-1-arkit', (json) => {
      for (let i = 0; i < 10_000; i++) json.nodes.push({ mesh: 0, skin: 0 });
    });
    await expect(openHead(bytes)).rejects.toThrow(HeadError);
  });

  it('ten thousand nodes, and three hundred expressions, are read', async () => {
    const head = await openHead(
      bentSuzu('suzu-1', (json) => {
        for (let i = 0; i < 10_000; i++) json.nodes.push({ name: `n${i}` });
        const { preset, custom } = json.extensions.VRMC_vrm.expressions;
        for (let i = 0; i < 300; i++) custom[`e${i}`] = preset.aa;
      }),
    );
    expect(head.channels).toHaveLength(15);
  });

  it('anything else in any field of its extension: a character or a HeadError, at once', async () => {
    for (const name of ['suzu-0', 'suzu-1'] as const) {
      const glb = readFileSync(new URL(`../../fixtures/vrm/${name}.vrm`, import.meta.url));
      const plain = JSON.parse(glb.toString('utf8', 20, 20 + glb.readUInt32LE(12)));
      const paths: (readonly (string | number)[])[] = [];
      const walk = (value: unknown, path: readonly (string | number)[]): void => {
        if (path.length > 0) paths.push(path);
        if (typeof value !== 'object' || value === null) return;
        for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
      };
      for (const key of ['extensions', 'materials', 'nodes', 'skins', 'images', 'textures'])
        walk(plain[key], [key]);
      const wrong = fc.constantFrom<unknown>(
        null,
        -1,
        0,
        2.5,
        1e300,
        4294967295,
        'x',
        [],
        {},
        [0],
        [[]],
        true,
      );
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...paths), wrong, async (path, value) => {
          const bytes = bentSuzu(name, (json) => {
            let at = json;
            for (const key of path.slice(0, -1)) at = at[key];
            at[path.at(-1)!] = value;
          });
          const result = await openHead(bytes).catch((cause: unknown) => cause);
          if (result instanceof Error)
            expect([path, value, result]).toEqual([path, value, expect.any(HeadError)]);
        }),
        { numRuns: 120 },
      );
    }
  });
});
