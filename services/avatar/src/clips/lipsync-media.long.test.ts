import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oddMediaOutcomes, oddRefusals } from '../testing/odd-media-outcomes.js';
import { type OddScenes, openOddScenes } from '../testing/odd-scenes.js';

let scenes: OddScenes;
beforeAll(async () => {
  scenes = await openOddScenes();
}, 180_000);
afterAll(() => scenes.close());

describe.each([
  ['seen', 0],
  ['heard', 1],
] as const)('every bad or odd file that is %s', (use, column) => {
  it('is refused at once where it cannot be', { timeout: 600_000 }, async () => {
    const refusals = oddRefusals(column);
    expect(await scenes.refusalsOf(use, Object.keys(refusals))).toEqual(refusals);
  });

  it('gives a clip, or a reason, and stops nothing else', { timeout: 600_000 }, async () => {
    const found = await scenes.outcomesOf(use, Object.keys(oddMediaOutcomes));
    const expected = Object.entries(oddMediaOutcomes).map(([name, outcomes]) => [name, outcomes[column]]);
    expect(found).toEqual(Object.fromEntries(expected));
    await scenes.expectLife();
  });
});
