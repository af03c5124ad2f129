import { arkitShapeOf, channelWeights, EYE_PITCH, EYE_YAW, type HeadChannel } from '@anima/face/head';
import {
  type VRM,
  VRMExpression,
  type VRMExpressionManager,
  VRMExpressionMorphTargetBind,
} from '@pixiv/three-vrm';
import type { Mesh } from 'three';

/** Shows the 52 values of ARKit by the channels that clips show them by: expressions, morphs of these names, eyes that turn. */
export function showChannels(vrm: VRM, channels: readonly HeadChannel[]): (arkit: Float32Array) => void {
  const { expressionManager: expressions, lookAt } = vrm;
  if (expressions === undefined) throw new Error('Expected a VRM with expressions');
  for (const expression of expressions.expressions) {
    // `channelWeights` already applies the overrides.
    expression.overrideBlink = expression.overrideLookAt = expression.overrideMouth = 'none';
    expression.isBinary = false;
  }
  const shown = channels.map((channel) =>
    isLookOfVrm(channel) ? null : expressionOf(channel, vrm, expressions),
  );
  const turns = channels.map(({ name }, i) => (shown[i] === null ? turnOf(name) : null));
  const gaze = turns.some((turn) => turn !== null) ? lookAt : undefined;
  return (arkit) => {
    let [yaw, pitch] = [0, 0];
    channelWeights(channels, arkit).forEach((weight, i) => {
      const [expression, turn] = [shown[i], turns[i]];
      if (expression) expression.weight = weight;
      if (turn) {
        yaw += weight * turn.yaw;
        pitch += weight * turn.pitch;
      }
    });
    gaze?.applier.applyYawPitch(yaw, pitch);
    expressions.update();
  };
}

const PRESET_GAZES: ReadonlySet<string> = new Set(['lookUp', 'lookDown', 'lookLeft', 'lookRight']);

/** Turned by the file's own ranges: presets, or bones. */
function isLookOfVrm({ name }: HeadChannel): boolean {
  return PRESET_GAZES.has(name);
}

/** Null for a look that only bones show. */
function expressionOf(
  { name, kind }: HeadChannel,
  { scene }: VRM,
  expressions: VRMExpressionManager,
): VRMExpression | null {
  const found =
    expressions.getExpression(name) ??
    expressions.expressions.find(
      ({ expressionName, binds }) => binds.length > 0 && arkitShapeOf(expressionName) === name,
    );
  if (found) return found;
  const own = new VRMExpression(name);
  scene.traverse((node) => {
    const mesh = node as Mesh;
    for (const [target, index] of Object.entries(mesh.morphTargetDictionary ?? {})) {
      if (arkitShapeOf(target) === name)
        own.addBind(new VRMExpressionMorphTargetBind({ primitives: [mesh], index, weight: 1 }));
    }
  });
  if (own.binds.length === 0) {
    if (kind === 'look') return null;
    throw new Error(`Expected an expression or morph for ${name}`);
  }
  expressions.registerExpression(own);
  return own;
}

/** Degrees by which a look turns both eyes at weight 1: to the person's left, and down. Each eye's own look has half of it. */
function turnOf(look: HeadChannel['name']): { yaw: number; pitch: number } {
  const share = look.startsWith('eyeLook') ? 0.5 : 1;
  if (look.includes('Up')) return { yaw: 0, pitch: -share * EYE_PITCH };
  if (look.includes('Down')) return { yaw: 0, pitch: share * EYE_PITCH };
  const isLeft = ['lookLeft', 'eyeLookOutLeft', 'eyeLookInRight'].includes(look);
  return { yaw: (isLeft ? share : -share) * EYE_YAW, pitch: 0 };
}
