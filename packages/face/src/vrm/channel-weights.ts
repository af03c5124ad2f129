import { shapeIndex } from '../arkit-shapes.js';
import type { HeadChannel } from '../head/head.js';
import { type VrmPreset, vrmPresetWeights } from './preset-weights.js';

/**
 * What each shape of a VRM character shows, from the 52 values of ARKit: "VRMC_vrm" 1.0, "Expressions": what is binary is rounded,
 * and what keeps others from showing does so by "block" (as soon as it is shown at all) or "blend" (as far as it is).
 */
export function channelWeights(channels: readonly HeadChannel[], arkit: Float32Array): Float32Array {
  const presets = vrmPresetWeights(arkit);
  const weights = Float32Array.from(channels, ({ name, isBinary }) => {
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
