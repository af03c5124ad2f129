import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openModel } from '@anima/inference';
import { describe, expect, it } from 'vitest';
import { catchLights, placeCatchLight } from './catch-lights.js';
import { headRotation } from './head-transforms.js';
import { mouthLight, tongueBias } from './mouth-shading.js';
import { openHead } from './sharp-head.js';
import { restingPose } from './testing/resting-pose.js';
import { textureLevels } from './texture-levels.js';

const { dir } = await openModel('heads');

describe('eyes', () => {
  it('have no painted glints', async () => {
    const head = await openHead(await readFile(join(dir, 'ada.glb')));
    const { pixels, width } = head.textures[head.parts.find(({ role }) => role === 'eye')!.texture]!;
    // The iris is 145 of 512 texels wide.
    for (let y = 190; y < 320; y++) {
      for (let x = 190; x < 320; x++) {
        if (Math.hypot(x - 256, y - 256) < 60) expect(pixels[4 * (y * width + x)]).toBeLessThan(215);
      }
    }
  });

  it('have glints that stay where the light is when the head turns', async () => {
    const head = await openHead(await readFile(join(dir, 'leo.glb')));
    const [light] = catchLights(head);
    const pupil = head.positions.subarray(4 * light!.pupil, 4 * light!.pupil + 3);
    /** From the middle of the eye to the middle of the reflection, in world coordinates. */
    const glint = (yaw: number): number[] => {
      const rotation = headRotation(restingPose({}, { yaw }));
      const corners = new Float32Array(16);
      placeCatchLight(light!, pupil, rotation, corners);
      const from = [0, 1, 2].map((k) => (corners[k]! + corners[k + 8]!) / 2 - light!.middle[k]!);
      return [0, 1, 2].map((row) => from.reduce((sum, value, k) => sum + rotation[3 * row + k]! * value, 0));
    };
    const still = glint(0);
    const turned = glint(15);
    // The iris goes .45 x 17 mm x sin 15 degrees to the side with the cornea; a painted glint would go 17 mm x sin 15.
    expect(still[0]).toBeCloseTo(0, 4);
    expect(turned[0]! - still[0]!).toBeLessThan(0.0025);
    expect(turned[1]! - still[1]!).toBeCloseTo(0, 4);
  });
});

describe('the inside of a mouth', () => {
  it('is lit as far as it is open, and takes the shade of lips that are closed', () => {
    expect(mouthLight(restingPose().weights)).toEqual({ factor: [0, 0, 0], colour: [108, 66, 60] });
    expect(mouthLight(restingPose({ jawOpen: 0.4, mouthClose: 0.4 }).weights).colour).toEqual([108, 66, 60]);
    const open = mouthLight(restingPose({ jawOpen: 0.6 }).weights);
    expect(open).toEqual({ factor: [1, 1, 1], colour: [0, 0, 0] });
    const funnel = mouthLight(restingPose({ mouthFunnel: 1 }).weights);
    expect(funnel.factor[1]).toBeGreaterThan(0.4);
    expect(funnel.factor[1]).toBeLessThan(0.6);
  });

  it('holds back a tongue behind lips that are hardly open', () => {
    expect(tongueBias(restingPose({ tongueOut: 0.6, jawOpen: 0.2 }).weights)).toBeCloseTo(1, 6);
    expect(tongueBias(restingPose({ tongueOut: 1, jawOpen: 0.1 }).weights)).toBeCloseTo(0.975, 5);
    expect(tongueBias(restingPose({ tongueOut: 1, jawOpen: 0.7 }).weights)).toBe(1);
  });
});

describe('textures', () => {
  it('are halved with colours weighted by alpha, in columns of 16 followed by the next texel', () => {
    const pixels = new Uint8Array(4 * 64 * 2);
    // One opaque red texel among transparent green ones.
    for (let i = 0; i < 128; i++) pixels.set(i === 0 ? [255, 0, 0, 255] : [0, 255, 0, 0], 4 * i);
    const levels = textureLevels({ width: 64, height: 2, pixels, repeats: false }, new Set([0, 1]), false);
    const half = levels.get(1)!;
    expect([half.width, half.height, half.columnBytes]).toEqual([32, 1, 4 * 17 * 3]);
    // Row 1 behind the border, texel 1 behind the border.
    expect([...half.texels.subarray(4 * 18, 4 * 19)]).toEqual([255, 0, 0, 64]);
    const whole = levels.get(0)!;
    const at = (column: number, row: number, i: number): number[] => [
      ...whole.texels.subarray(
        column * whole.columnBytes + 4 * (17 * row + i),
        column * whole.columnBytes + 4 * (17 * row + i) + 4,
      ),
    ];
    expect(at(0, 0, 0)).toEqual([255, 0, 0, 255]);
    expect(at(0, 0, 16)).toEqual(at(1, 0, 0));
    expect(at(0, 1, 16)).toEqual(at(1, 1, 0));
  });
});
