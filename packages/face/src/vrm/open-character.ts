import type { Glb } from '../head/glb.js';
import { materialsOf } from '../head/gltf-material.js';
import { readNodes, sharesBelow } from '../head/gltf-nodes.js';
import { type Primitive, readPrimitives } from '../head/gltf-primitives.js';
import { type Head, HeadError, type PartRole } from '../head/head.js';
import { type HeadPictures, readTextures } from '../head/head-textures.js';
import { joinPrimitives, joinShapes } from '../head/join-primitives.js';
import { effectOf, MIN_EFFECT, MIN_OPENING, partRole } from '../head/part-role.js';
import { aboveHeight } from '../head/place-head.js';
import { type BoundChannel, chooseChannels } from './character-channels.js';
import { type CharacterFrame, frameCharacter } from './character-frame.js';
import { placeOf, withArmsDown } from './character-pose.js';
import { withChannelShapes, withEyeTurns } from './character-shapes.js';
import { morphKey } from './vrm-expressions.js';
import type { VrmFile } from './vrm-file.js';
import { readVrmMaterial } from './vrm-material.js';

const NECK_SHARE = 0.5;

/**
 * Opens head and shoulders of a VRM character with lowered arms. Throws HeadError with the missing or damaged
 * part.
 */
export async function openCharacter(file: Glb, vrm: VrmFile, pictures: HeadPictures): Promise<Head> {
  const synced = chooseChannels(file.json, vrm, true);
  const speaksBySync = synced.some(({ channel }) => channel.name === 'jawOpen');
  const first = readCharacter(file, vrm, synced);
  // ARKit expressions without effect do not hide the VRM mouths.
  const read =
    first.opensMouth || !speaksBySync
      ? first
      : readCharacter(file, vrm, chooseChannels(file.json, vrm, false));
  if (!read.opensMouth)
    throw new HeadError(
      `Expected a VRM whose mouth moves; the morphs of its expressions move nothing that can be seen (less than ${1000 * MIN_OPENING} mm)`,
    );
  const { primitives, placement, camera, pivot, moving } = read;
  const materials = materialsOf(primitives);
  return {
    ...joinPrimitives(primitives, placement, materials, roleOf),
    textures: await readTextures(file, materials, pictures),
    shapes: joinShapes(
      primitives,
      placement,
      moving.map(({ channel }) => channel.name),
    ),
    channels: moving.map(({ channel }) => channel),
    placement,
    pivot,
    camera,
    missingShapes: [],
    notes: notesOf(vrm, moving),
  };
}

interface ReadCharacter extends Pick<CharacterFrame, 'placement' | 'camera' | 'pivot'> {
  readonly primitives: readonly Primitive[];
  /** The channels that move visible vertices. */
  readonly moving: readonly BoundChannel[];
  readonly opensMouth: boolean;
}

/** Channels that can open a mouth. */
const OPENERS: ReadonlySet<string> = new Set(['jawOpen', 'aa', 'ih', 'ou', 'ee', 'oh']);

function readCharacter(file: Glb, vrm: VrmFile, channels: readonly BoundChannel[]): ReadCharacter {
  const wanted = new Set(channels.flatMap(({ binds }) => binds.map(({ key }) => key)));
  const nodes = withArmsDown(readNodes(file.json), vrm);
  const eyeBones = [vrm.bones.get('leftEye'), vrm.bones.get('rightEye')];
  const read = readPrimitives(file, nodes, {
    followsHead: sharesBelow(nodes, (node) => {
      if (node === vrm.bones.get('head')) return 1;
      return node === vrm.bones.get('neck') ? NECK_SHARE : undefined;
    }),
    rigidMeshes: true,
    followsEyes: eyeBones.map((bone) => sharesBelow(nodes, (node) => (node === bone ? 1 : undefined))),
    isShown: vrm.isShown,
    readMaterial: (index) => readVrmMaterial(file.json, index),
    shapeName: ({ node, mesh, target }) => {
      const key = morphKey(vrm.version === 0 ? mesh : node, target);
      return wanted.has(key) ? key : undefined;
    },
  });
  const shaped = withChannelShapes(read, channels);
  const { placement, camera, pivot, lowest } = frameCharacter(shaped, nodes, vrm);
  const eyes = eyeBones.map((bone) => (bone === undefined ? undefined : placeOf(nodes[bone]!)));
  const turnsEyes = channels.some(({ channel, binds }) => channel.kind === 'look' && binds.length === 0);
  const primitives = shaped
    .flatMap((primitive) => aboveHeight(primitive, lowest))
    .map((primitive) =>
      turnsEyes ? withEyeTurns(primitive, vrm, { eyes, facing: placement.facing }) : primitive,
    )
    .sort((a, b) => a.material.order - b.material.order);
  const effect = (name: string): number => placement.scale * effectOf(primitives, name);
  const moving = channels.filter(({ channel }) => effect(channel.name) >= MIN_EFFECT);
  const opensMouth = moving.some(({ channel: { name } }) => OPENERS.has(name) && effect(name) >= MIN_OPENING);
  return { primitives, placement, camera, pivot, moving, opensMouth };
}

/**
 * Hair comes first, because hidden pixels are not drawn. Eyes and mouths of drawn characters have painted
 * light.
 */
function roleOf({ name, material }: Primitive): PartRole {
  return partRole('', material.name) === 'hair' || partRole('', name) === 'hair' ? 'hair' : 'other';
}

function notesOf(vrm: VrmFile, channels: readonly BoundChannel[]): readonly string[] {
  const speaksByPresets = channels.some(({ channel }) => channel.name === 'aa');
  const blinks = channels.some(({ channel }) => channel.kind === 'blink');
  const recoloured = channels.some(({ channel }) => vrm.expressions.get(channel.name)?.changesMaterials);
  const left = [...vrm.leftOut, ...(recoloured ? ['colours and pictures that expressions change'] : [])];
  return [
    ...(left.length > 0 ? [`Of this VRM character is not drawn: ${left.join(', ')}`] : []),
    ...(speaksByPresets
      ? [
          'The VRM character has the mouths aa, ih, ou, ee, oh and no shapes of ARKit: brows and smiles stay as they are',
        ]
      : []),
    ...(blinks ? [] : ['The VRM character has no expression to blink with: its eyes stay open']),
  ];
}
