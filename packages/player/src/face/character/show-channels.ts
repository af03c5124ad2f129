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
    // `channelWeights` knows what keeps what from showing.
    expression.overrideBlink = expression.overrideLookAt = expression.overrideMouth = 'none';
    expression.isBinary = false;
  }
  const shown = channels.map((channel) =>
    isLookOfVrm(channel) ? null : expressionOf(channel, vrm, expressions),
  );
  return (arkit) => {
    const weights = channelWeights(channels, arkit);
    shown.forEach((expression, i) => {
      if (expression !== null) expression.weight = weights[i]!;
    });
    if (shown.includes(null) && lookAt !== undefined) {
      const { yaw, pitch } = gazeOf(channels, weights, shown);
      lookAt.applier.applyYawPitch(yaw, pitch);
    }
    expressions.update();
  };
}

const PRESET_LOOKS: ReadonlySet<string> = new Set(['lookUp', 'lookDown', 'lookLeft', 'lookRight']);

/** Turned by the file's own ranges: presets, or bones. */
function isLookOfVrm({ name }: HeadChannel): boolean {
  return PRESET_LOOKS.has(name);
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

/** Degrees: to the person's left, and down. */
function gazeOf(
  channels: readonly HeadChannel[],
  weights: Float32Array,
  shown: readonly (VRMExpression | null)[],
): { yaw: number; pitch: number } {
  const mean = (names: readonly string[]): number => {
    const found = channels.flatMap(({ name }, i) =>
      shown[i] === null && names.includes(name) ? [weights[i]!] : [],
    );
    return found.length === 0 ? 0 : found.reduce((sum, weight) => sum + weight, 0) / found.length;
  };
  const left = mean(['lookLeft', 'eyeLookOutLeft', 'eyeLookInRight']);
  const right = mean(['lookRight', 'eyeLookInLeft', 'eyeLookOutRight']);
  const up = mean(['lookUp', 'eyeLookUpLeft', 'eyeLookUpRight']);
  const down = mean(['lookDown', 'eyeLookDownLeft', 'eyeLookDownRight']);
  return { yaw: EYE_YAW * (left - right), pitch: EYE_PITCH * (down - up) };
}
