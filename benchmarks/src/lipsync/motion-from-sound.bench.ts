/**
 * Measures how well the mouth movement from audio agrees with the mouth movement from phonemes, and compares
 * it with a jaw that follows loudness, as in simple programs. Prints Markdown.
 * `node benchmarks/dist/lipsync/motion-from-sound.bench.js FOLDER`, where FOLDER caches the synthesised
 * speech
 * The voices of scripts/fetch-test-voices.mjs, if installed, add speakers that the network was not fitted
 * with.
 */
import { type FaceMotion, motionFromSound, motionFromSpeech } from '@anima/face';
import { openModel } from '@anima/inference';
import { createTextReader } from '@anima/speech';
import { describeMachine } from '../machine.js';
import { SENTENCES } from '../speech/sentences.js';
import { bandLimited, createRandom, mixed, music, noise, scaled } from './distortions.js';
import { motionFromLoudness } from './motion-from-loudness.js';
import { agreementOf, meanAgreement } from './mouth-agreement.js';
import { openOwn, openUnheardSpeakers } from './speakers.js';
import { readTakes, type Take } from './spoken-corpus.js';

const FPS = 25;
const ALIKE_ROUNDS = 5;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Expected a folder to keep spoken sentences in, received none');
const reader = await createTextReader((await openModel('hibari-heart')).dir);
const [own, unheard] = [await openOwn(), await openUnheardSpeakers()];

console.log(
  `## Mouth from sound\n\n${describeMachine()}. ${SENTENCES.length} sentences a speaker, ${FPS} frames a second.\n`,
);
console.log(
  '| speaker | mouth | jaw | lips close: found | right | rounding | spreading | closed in pauses |',
);
console.log('|---|---|---|---|---|---|---|---|');
const takesOf = new Map<string, Take[]>();
for (const { speakers } of [own, unheard]) {
  for (const speaker of speakers) {
    const takes = await readTakes(folder, speaker, reader, SENTENCES);
    takesOf.set(speaker.name, takes);
    row(speaker.name, 'heard', takes, (take) =>
      motionFromSound(take.samples, take.sampleRate, optionsOf(take)),
    );
    row(speaker.name, 'loudness', takes, loudness);
  }
}
await Promise.all([own.close(), unheard.close(), reader.close()]);

console.log(
  '\n| all speakers | mouth | jaw | lips close: found | right | rounding | spreading | closed in pauses |',
);
console.log('|---|---|---|---|---|---|---|---|');
const all = [...takesOf.values()].flat();
const random = createRandom(7);
for (const [name, distort] of [
  ['as spoken', (take: Take) => take.samples],
  ['noise, 20 dB under', (take: Take) => mixed(take.samples, noise(3, take.sampleRate, 0.5, random), 20)],
  ['noise, 10 dB under', (take: Take) => mixed(take.samples, noise(3, take.sampleRate, 0.5, random), 10)],
  ['music, 12 dB under', (take: Take) => mixed(take.samples, music(8, take.sampleRate, random), 12)],
  ['telephone', (take: Take) => bandLimited(take.samples, take.sampleRate, 300, 3400)],
  ['30 dB quieter', (take: Take) => scaled(take.samples, -30)],
] as const) {
  const distorted = all.map((take) => ({ ...take, samples: distort(take) }));
  row(name, 'heard', distorted, (take) => motionFromSound(take.samples, take.sampleRate, optionsOf(take)));
  row(name, 'loudness', distorted, loudness);
}

const seconds = all.reduce((sum, { timeline }) => sum + timeline.duration, 0);
const times = Array.from({ length: ALIKE_ROUNDS }, () => {
  const startedAt = performance.now();
  for (const take of all) motionFromSound(take.samples, take.sampleRate, optionsOf(take));
  return (performance.now() - startedAt) / 1000;
});
console.log(
  `\n${(seconds / Math.min(...times)).toFixed(0)} times real time on one core, the best of ${ALIKE_ROUNDS} rounds.`,
);

const minutes = 10;
const long = new Float32Array(16_000 * 60 * minutes);
const [first] = all;
for (let i = 0; i < long.length; i++) long[i] = first!.samples[i % first!.samples.length]!;
globalThis.gc?.();
const before = process.memoryUsage();
motionFromSound(long, 16_000, { fps: FPS, frames: FPS * 60 * minutes, seed: 1, blink: true, headMotion: 1 });
const after = process.memoryUsage();
const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
console.log(`${minutes} minutes need ${(grown / 2 ** 20).toFixed(0)} MB beside the samples.`);

function optionsOf({ timeline }: Take) {
  return { fps: FPS, frames: Math.ceil(timeline.duration * FPS), seed: 1, blink: false, headMotion: 0 };
}

function loudness(take: Take): FaceMotion {
  return motionFromLoudness(take.samples, take.sampleRate, optionsOf(take));
}

function row(name: string, mouth: string, takes: readonly Take[], move: (take: Take) => FaceMotion): void {
  const { jaw, found, right, rounding, spreading, closed } = meanAgreement(
    takes.map((take) =>
      agreementOf(take.timeline, motionFromSpeech(take.timeline, optionsOf(take)), move(take)),
    ),
  );
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  console.log(
    `| ${name} | ${mouth} | ${jaw.toFixed(2)} | ${percent(found)} | ${percent(right)} | ${rounding.toFixed(2)} | ${spreading.toFixed(2)} | ${percent(closed)} |`,
  );
}
