import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oddMediaOutcomes, oddRefusals } from '../testing/odd-media-outcomes.js';
import { type OddScenes, openOddScenes } from '../testing/odd-scenes.js';

const names = Object.keys(oddMediaOutcomes);

/** One of each sort; lipsync-media.long.test.ts has them all. */
const drawn = {
  seen: [
    ...['see-through.png', '16-bit.png', 'huge.png', 'picture-named.mp4'],
    ...['turned-90.mp4', 'odd-size.mp4', 'hdr10.mp4', 'one-frame.mp4', 'varying.mkv', 'webm.webm'],
    ...['breaks-off.mp4', 'huge-frames.webm', 'silence.wav', 'playlist.mp4', 'text.mp4'],
  ],
  heard: [
    ...['hdr10.mp4', 'late.mkv', 'breaks-off.webm', 'sound-only.mp4', 'cover.mp3', 'six-channels.flac'],
    ...['endless.wav', 'noise.mp3', 'huge.png', 'concat.mp4'],
  ],
};

/** Others that cannot be used. */
const refused = [
  ...['one-pixel.png', 'no-face.jpg', 'half.jpg', 'grey.png', 'nobody.mp4', 'silent.mp4', 'no-moov.mp4'],
  ...['flipped-bytes.mp4', 'sound-only.mp4', 'zero-frames.mp4', 'empty.mp4', 'folder.mp4', 'zeros.mp4'],
];
const used = [...new Set([...drawn.seen, ...drawn.heard, ...refused])];

let scenes: OddScenes;
beforeAll(async () => {
  scenes = await openOddScenes(used);
}, 180_000);
afterAll(() => scenes.close());

it('has a row for each file of the corpus', () => {
  expect(names.sort()).toEqual(scenes.files.map(({ name }) => name).sort());
});

describe.each([
  ['seen', 0],
  ['heard', 1],
] as const)('a bad or odd file that is to be %s', (use, column) => {
  it('is refused at once where it cannot be, in words that say what would do', {
    timeout: 120_000,
  }, async () => {
    const refusals = oddRefusals(column, used);
    expect(await scenes.refusalsOf(use, Object.keys(refusals))).toEqual(refusals);
  });

  it('gives a clip, or a reason, and stops nothing else', { timeout: 300_000 }, async () => {
    const found = await scenes.outcomesOf(use, drawn[use]);
    expect(found).toEqual(
      Object.fromEntries(drawn[use].map((name) => [name, oddMediaOutcomes[name]![column]])),
    );
    await scenes.expectLife();
  });
});
