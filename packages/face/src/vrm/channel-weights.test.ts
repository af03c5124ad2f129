import { describe, expect, it } from 'vitest';
import { ARKIT_SHAPES, type shapeIndex } from '../arkit-shapes.js';
import type { HeadChannel } from '../head/head.js';
import { channelWeights } from './channel-weights.js';

const channel = (name: HeadChannel['name'], more: Partial<HeadChannel> = {}): HeadChannel => ({
  name,
  kind: 'other',
  isBinary: false,
  overrides: {},
  ...more,
});
const arkit = (weights: Partial<Record<keyof typeof shapeIndex, number>>): Float32Array =>
  Float32Array.from(ARKIT_SHAPES, (name) => weights[name] ?? 0);

describe('weights of the channels of a character', () => {
  it('values of ARKit as they are, presets as they are made of them', () => {
    const weights = channelWeights(
      [channel('browInnerUp'), channel('aa'), channel('blink')],
      arkit({ browInnerUp: 0.25, jawOpen: 0.6, eyeBlinkLeft: 1, eyeBlinkRight: 0.5 }),
    );
    expect([...weights]).toEqual([0.25, 1, 0.75]);
  });

  it('binary channels are 0 or 1', () => {
    const blink = [channel('blinkLeft', { isBinary: true })];
    const at = (weight: number): number => channelWeights(blink, arkit({ eyeBlinkLeft: weight }))[0]!;
    expect([at(0.2), at(0.5), at(0.51), at(1)]).toEqual([0, 0, 1, 1]);
  });

  it('what overrides others shuts them off at once, or as far as it is shown', () => {
    const of = (how: 'block' | 'blend'): number[] => [
      ...channelWeights(
        [
          channel('browInnerUp', { overrides: { mouth: how } }),
          channel('jawOpen', { kind: 'mouth' }),
          channel('jawLeft', { kind: 'mouth', isBinary: true }),
          channel('eyeBlinkLeft', { kind: 'blink' }),
        ],
        arkit({ browInnerUp: 0.25, jawOpen: 0.5, jawLeft: 1, eyeBlinkLeft: 1 }),
      ),
    ];
    expect(of('block')).toEqual([0.25, 0, 0, 1]);
    expect(of('blend')).toEqual([0.25, 0.375, 0, 1]);
  });

  it('a kind does not override itself', () => {
    const weights = channelWeights(
      [channel('jawOpen', { kind: 'mouth', overrides: { mouth: 'block' } })],
      arkit({ jawOpen: 0.5 }),
    );
    expect([...weights]).toEqual([0.5]);
  });
});
