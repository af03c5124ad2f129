import { describe, expect, it } from 'vitest';
import { type ArkitShape, shapeIndex } from '../arkit-shapes.js';
import { createMotionStream } from '../timeline/motion-stream.js';
import { visemeShapes } from '../timeline/mouth/mouth-shapes.js';
import { VRM_PRESETS, vrmPresetWeights } from './preset-weights.js';

const MOUTHS = ['aa', 'ih', 'ou', 'ee', 'oh'] as const;

function of(shapes: Partial<Record<ArkitShape, number>>): ReturnType<typeof vrmPresetWeights> {
  const weights = new Float32Array(52);
  for (const [shape, weight] of Object.entries(shapes)) weights[shapeIndex[shape as ArkitShape]] = weight;
  return vrmPresetWeights(weights);
}
const mouths = (shapes: Partial<Record<ArkitShape, number>>): number[] =>
  MOUTHS.map((name) => of(shapes)[name]);

describe('presets of VRM from the shapes of ARKit', () => {
  it.each([
    ['aa', 'aa'],
    ['ih', 'ih'],
    ['ou', 'ou'],
    ['E', 'ee'],
    ['oh', 'oh'],
  ] as const)('viseme %s is %s, and hardly any other', (viseme, preset) => {
    const all = of(visemeShapes[viseme]);
    for (const name of MOUTHS)
      if (name === preset) expect(all[name]).toBeGreaterThan(0.95);
      else expect([name, all[name] < 0.05]).toEqual([name, true]);
  });

  it('consonants open less than vowels, and in their own way', () => {
    expect(of(visemeShapes.SS).ih).toBeGreaterThan(0.4);
    expect(of(visemeShapes.CH).ou).toBeGreaterThan(0.6);
    expect(of(visemeShapes.DD).aa).toBeGreaterThan(0.2);
    expect(of(visemeShapes.DD).aa).toBeLessThan(0.5);
    expect(Math.max(...mouths(visemeShapes.FF))).toBeLessThan(0.2);
  });

  it('lips that touch are closed, whatever the jaw behind them does', () => {
    expect(mouths(visemeShapes.PP)).toEqual([0, 0, 0, 0, 0]);
    for (const jaw of [0.1, 0.2, 0.6, 1])
      expect(mouths({ jawOpen: jaw, mouthClose: jaw })).toEqual([0, 0, 0, 0, 0]);
    expect(mouths({ jawOpen: 0.2, mouthClose: 0.2, mouthPucker: 0.4, mouthStretchLeft: 0.2 })).toEqual([
      0, 0, 0, 0, 0,
    ]);
  });

  it('is never more than one mouth, whatever it is given', () => {
    for (let i = 0; i < 300; i++) {
      const weights = Float32Array.from(
        { length: 52 },
        (_, k) => ((i * 7919 + k * 104_729) % 1_009) / 700 - 0.2,
      );
      const all = vrmPresetWeights(weights);
      for (const name of VRM_PRESETS)
        expect([i, name, all[name] >= 0 && all[name] <= 1]).toEqual([i, name, true]);
      expect(MOUTHS.reduce((sum, name) => sum + all[name], 0)).toBeLessThanOrEqual(1 + 1e-6);
    }
  });

  it('feels what expressions show, and nothing while a neutral face speaks', () => {
    for (const viseme of Object.values(visemeShapes))
      expect(of(viseme)).toMatchObject({ happy: 0, sad: 0, angry: 0, surprised: 0 });
    for (const name of ['happy', 'sad', 'angry', 'surprised'] as const) {
      const { values } = createMotionStream({
        ...{ fps: 25, seed: 1, blink: false, headMotion: 0 },
        expression: { name, strength: 1 },
      }).upTo(1);
      const all = vrmPresetWeights(values);
      expect(all[name]).toBeGreaterThan(0.4);
      for (const other of ['happy', 'sad', 'angry', 'surprised'] as const)
        if (other !== name) expect([name, other, all[other] < 0.15]).toEqual([name, other, true]);
    }
    const smiling = { cheekSquintLeft: 0.8, cheekSquintRight: 0.8, jawOpen: 0.2 };
    expect(of({ ...smiling, mouthClose: 0.2 }).happy).toBeLessThan(0.6 * of(smiling).happy);
  });

  it('blinks with each eye, and looks with both', () => {
    expect(of({ eyeBlinkLeft: 0.7 })).toMatchObject({ blinkLeft: expect.closeTo(0.7, 5), blinkRight: 0 });
    expect(of({ eyeLookOutLeft: 0.4, eyeLookInRight: 0.4 })).toMatchObject({
      lookLeft: expect.closeTo(0.4, 5),
      lookRight: 0,
    });
    expect(of({ eyeLookUpLeft: 1, eyeLookUpRight: 1 })).toMatchObject({ lookUp: 1, lookDown: 0 });
  });
});
