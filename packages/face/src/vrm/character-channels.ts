import { ARKIT_SHAPES, type ArkitShape, EYE_PITCH, EYE_YAW } from '../arkit-shapes.js';
import { type JsonObject, listAt, objectAt, objectFrom, referenceAt } from '../head/glb.js';
import { type ChannelKind, type HeadChannel, HeadError } from '../head/head.js';
import { arkitShapeOf } from '../head/shape-names.js';
import { type MorphBind, morphKey, type VrmExpression } from './vrm-expressions.js';
import type { LookAtRange, VrmFile } from './vrm-file.js';

/** A channel and its morph targets. Channels of eyes that turn by bones have no morph targets. */
export interface BoundChannel {
  readonly channel: HeadChannel;
  readonly binds: readonly MorphBind[];
}

const MOUTHS = ['aa', 'ih', 'ou', 'ee', 'oh'] as const;
/** A mouth with these shapes speaks by ARKit shapes ("perfect sync"). */
const SYNC_MOUTH: readonly ArkitShape[] = ['jawOpen', 'mouthClose', 'mouthFunnel', 'mouthPucker'];
/**
 * Feelings that are shown if the mouth speaks by presets. `vrmPresetWeights` already weighs them against the
 * mouth, so their overrides are cleared.
 */
const FEELINGS = ['happy', 'sad', 'angry', 'surprised'] as const;
const BLINKS: readonly ArkitShape[] = ['eyeBlinkLeft', 'eyeBlinkRight'];
const LOOKS: readonly ArkitShape[] = ARKIT_SHAPES.filter((shape) => shape.startsWith('eyeLook'));

/**
 * Chooses the channels of the face of a character: ARKit shapes if the character has them, as its own
 * expressions or as morphs of these names; else VRM presets. Mouth, lids and gaze each use only one of the
 * two. Throws HeadError if the mouth does not move. `mouthBySync`: whether ARKit shapes may move the mouth.
 */
export function chooseChannels(
  json: JsonObject,
  vrm: VrmFile,
  mouthBySync: boolean,
): readonly BoundChannel[] {
  const sync = syncShapes(json, vrm);
  const hasAll = (shapes: readonly ArkitShape[]): boolean => shapes.every((shape) => sync.has(shape));
  const synced = {
    mouth: mouthBySync && hasAll(SYNC_MOUTH),
    blink: hasAll(BLINKS),
    look: hasAll(LOOKS),
    other: true,
  };
  const channels = [...sync].flatMap(([name, expression]): BoundChannel[] =>
    synced[kindOf(name)] ? [bound(name, kindOf(name), expression)] : [],
  );
  if (!synced.mouth) channels.push(...presets(vrm, 'mouth', MOUTHS));
  if (!channels.some(({ channel }) => channel.kind === 'mouth'))
    throw new HeadError(
      'Expected a VRM whose mouth moves: expressions aa, ih, ou, ee, oh (a, i, u, e, o in 0.x), or the shapes of ARKit',
    );
  if (!synced.blink) {
    const single = presets(vrm, 'blink', ['blinkLeft', 'blinkRight']);
    channels.push(...(single.length === 2 ? single : presets(vrm, 'blink', ['blink'])));
  }
  if (!synced.look) channels.push(...lookChannels(vrm));
  if (!synced.mouth)
    channels.push(
      ...presets(vrm, 'other', FEELINGS).map(({ channel, binds }) => ({
        ...{ channel: { ...channel, overrides: {} }, binds },
      })),
    );
  return channels;
}

/**
 * Returns the degrees by which each eyeLook shape of ARKit turns an eye at weight 1, by the ranges of the
 * file.
 */
export function eyeDegrees({ lookAt }: VrmFile, shape: ArkitShape): number {
  if (shape.startsWith('eyeLookIn')) return mapped(lookAt.inner, EYE_YAW);
  if (shape.startsWith('eyeLookOut')) return mapped(lookAt.outer, EYE_YAW);
  return mapped(shape.startsWith('eyeLookUp') ? lookAt.up : lookAt.down, EYE_PITCH);
}

/** Uses the eyeLook shapes of ARKit if bones turn the eyes, else the four presets. */
function lookChannels(vrm: VrmFile): readonly BoundChannel[] {
  const { lookAt, bones } = vrm;
  if (lookAt.type === 'bone') {
    const sides = [...(bones.has('leftEye') ? ['Left'] : []), ...(bones.has('rightEye') ? ['Right'] : [])];
    return LOOKS.filter((shape) => sides.some((side) => shape.endsWith(side))).map((name) => ({
      channel: { name, kind: 'look', isBinary: false, overrides: {} },
      binds: [],
    }));
  }
  const shown = {
    lookUp: mapped(lookAt.up, EYE_PITCH),
    lookDown: mapped(lookAt.down, EYE_PITCH),
    lookLeft: mapped(lookAt.outer, EYE_YAW),
    lookRight: mapped(lookAt.outer, EYE_YAW),
  };
  return presets(vrm, 'look', ['lookUp', 'lookDown', 'lookLeft', 'lookRight']).map(({ channel, binds }) => ({
    channel,
    binds: binds.map(({ key, weight }) => ({
      key,
      weight: weight * shown[channel.name as keyof typeof shown],
    })),
  }));
}

function mapped({ input, output }: LookAtRange, degrees: number): number {
  return (Math.min(degrees, input) / input) * output;
}

function presets(
  { expressions }: VrmFile,
  kind: ChannelKind,
  names: readonly (HeadChannel['name'] & string)[],
): readonly BoundChannel[] {
  return names.flatMap((name) => {
    const expression = expressions.get(name);
    return expression && expression.binds.length > 0 ? [bound(name, kind, expression)] : [];
  });
}

function bound(
  name: HeadChannel['name'],
  kind: ChannelKind,
  { binds, isBinary, overrides }: Pick<VrmExpression, 'binds' | 'isBinary' | 'overrides'>,
): BoundChannel {
  return { channel: { name, kind, isBinary, overrides }, binds };
}

/** Returns the kind of an ARKit shape. */
export function kindOf(shape: ArkitShape): ChannelKind {
  if (shape.startsWith('eyeBlink')) return 'blink';
  if (shape.startsWith('eyeLook')) return 'look';
  return /^(jaw|mouth|tongue)/.test(shape) ? 'mouth' : 'other';
}

/** Returns the ARKit shapes of a character: expressions, or morphs for names without an expression. */
function syncShapes(
  json: JsonObject,
  vrm: VrmFile,
): ReadonlyMap<ArkitShape, Pick<VrmExpression, 'binds' | 'isBinary' | 'overrides'>> {
  const found = new Map<ArkitShape, Pick<VrmExpression, 'binds' | 'isBinary' | 'overrides'>>();
  for (const [name, expression] of vrm.expressions) {
    const shape = arkitShapeOf(name);
    if (shape && expression.binds.length > 0 && !found.has(shape)) found.set(shape, expression);
  }
  for (const [shape, binds] of namedMorphs(json, vrm.version)) {
    if (!found.has(shape)) found.set(shape, { binds, isBinary: false, overrides: {} });
  }
  return found;
}

function namedMorphs(json: JsonObject, version: 0 | 1): ReadonlyMap<ArkitShape, MorphBind[]> {
  const morphs = new Map<ArkitShape, MorphBind[]>();
  const ofMesh = listAt(json, 'meshes').map((entry) => {
    const shapes = new Map<ArkitShape, number>();
    listAt(objectAt(objectFrom(entry, 'a mesh'), 'extras'), 'targetNames').forEach((name, target) => {
      const shape = arkitShapeOf(String(name));
      if (shape && !shapes.has(shape)) shapes.set(shape, target);
    });
    return shapes;
  });
  const add = (owner: number, shapes: ReadonlyMap<ArkitShape, number> | undefined): void => {
    for (const [shape, target] of shapes ?? []) {
      const binds = morphs.get(shape) ?? [];
      binds.push({ key: morphKey(owner, target), weight: 1 });
      morphs.set(shape, binds);
    }
  };
  if (version === 0) {
    for (const [mesh, shapes] of ofMesh.entries()) add(mesh, shapes);
    return morphs;
  }
  for (const [i, node] of listAt(json, 'nodes').entries()) {
    const mesh = referenceAt(objectFrom(node, `nodes[${i}]`), 'mesh');
    if (mesh !== undefined) add(i, ofMesh[mesh]);
  }
  return morphs;
}
