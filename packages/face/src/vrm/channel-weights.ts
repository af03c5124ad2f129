import { shapeIndex } from '../arkit-shapes.js';
import type { HeadChannel } from '../head/head.js';
import { visemeOfShape, visemeWeights } from '../head/shape-names.js';
import { type VrmPreset, vrmPresetWeights } from './preset-weights.js';

/**
 * Computes the weights of the channels of a VRM character, or of a head that speaks by visemes, from the 52
 * ARKit values: "VRMC_vrm" 1.0, "Expressions". Binary channels are rounded. A channel overrides others by
 * "block" (completely if its weight is above 0) or "blend" (by its weight).
 */
export function channelWeights(channels: readonly HeadChannel[], arkit: Float32Array): Float32Array {
  const presets = vrmPresetWeights(arkit);
  const visemes = new Set(channels.flatMap(({ name }) => visemeOfShape(name) ?? []));
  const mixed = visemes.size > 0 ? visemeWeights(arkit, visemes) : undefined;
  const weights = Float32Array.from(channels, ({ name, isBinary }) => {
    const viseme = visemeOfShape(name);
    if (mixed && viseme) return mixed[viseme];
    const weight =
      name === 'blink'
        ? (presets.blinkLeft + presets.blinkRight) / 2
        : name in presets
          ? presets[name as VrmPreset]
          : arkit[shapeIndex[name as keyof typeof shapeIndex]]!;
    if (!isBinary) return weight;
    return weight > 0.5 ? 1 : 0;
  });
  const shown = { mouth: 1, blink: 1, look: 1, other: 1 };
  channels.forEach(({ kind, overrides }, i) => {
    for (const [over, how] of Object.entries(overrides) as [keyof typeof shown, 'block' | 'blend'][]) {
      if (over !== kind && weights[i]! > 0) shown[over] -= how === 'block' ? 1 : weights[i]!;
    }
  });
  return weights.map((weight, i) => {
    const { kind, isBinary } = channels[i]!;
    const share = Math.max(0, shown[kind]);
    return isBinary && share < 1 ? 0 : weight * share;
  });
}
