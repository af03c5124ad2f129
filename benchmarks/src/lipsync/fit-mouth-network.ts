/**
 * Fits the network that hears what a mouth does (packages/face/src/timeline/sound) and writes its weights. It is shown sentences that our own
 * voices and some of Kokoro's say, distorted anew in every round, and what motionFromSpeech makes of their phonemes. Forty minutes on one core; the first
 * run speaks the sentences too, which takes Kokoro as long again.
 * `node benchmarks/dist/lipsync/fit-mouth-network.js FOLDER [rounds]`, where FOLDER keeps what was spoken
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  BANDS,
  createFrameDescriptions,
  createSoundFrames,
  HEARD_SHAPES,
  INPUTS,
  mouthTargets,
  NETWORK_OUTPUTS,
  packLayer,
  type SpokenTimeline,
  STATES,
} from '@anima/face';
import { openModel } from '@anima/inference';
import { createTextReader, VOICES } from '@anima/speech';
import { bandLimited, createRandom, mixed, music, noise, scaled } from './distortions.js';
import { openHeardSpeakers } from './speakers.js';
import { readTakes, type Take } from './spoken-corpus.js';
import { createTrainer } from './train-network.js';
import { nonsenseSentences, TRAINING_SENTENCES } from './training-sentences.js';

const HIDDEN = [96, 48];
/** Sentences of words from the dictionary that our own voices say besides. */
const NONSENSE = 240;
const BATCH = 64;
/** Frames that are mixed before they are learnt from. */
const POOL = 24_000;
/** Of the frames, how many are learnt from in a round. */
const SHARE = 0.5;
const FIRST_RATE = 1.5e-3;
const LAST_RATE = 5e-5;
/** How much an error counts: of the shapes, and of the states, touching lips being rare and easily seen. */
const SHAPE_WEIGHTS: readonly number[] = HEARD_SHAPES.map((shape) =>
  shape === 'jawOpen' ? 6 : shape === 'mouthFunnel' || shape === 'mouthPucker' ? 3 : 1.5,
);
const STATE_WEIGHTS = [0.6, 0.7, 0.7, 0.5];

const [folder, rounds = '9'] = process.argv.slice(2);
if (folder === undefined) throw new Error('Expected a folder to keep spoken sentences in, received none');
const OUTPUT = new URL('../../../packages/face/src/timeline/sound/mouth-network-weights.ts', import.meta.url);

const { dir } = await openModel('hibari-heart');
const reader = await createTextReader(dir);
const { speakers, close } = await openHeardSpeakers();
const takes: Take[] = [];
const lexicon = JSON.parse(
  gunzipSync(await readFile(join(dir, 'lexicon-gold.json.gz'))).toString(),
) as object;
const words = Object.keys(lexicon).filter((word) => /^[a-z]{3,10}$/.test(word));
for (const [i, speaker] of speakers.entries()) {
  takes.push(...(await readTakes(folder, speaker, reader, TRAINING_SENTENCES)));
  // Kokoro is too slow for more.
  if (i >= VOICES.length) continue;
  takes.push(
    ...(await readTakes(folder, speaker, reader, nonsenseSentences(NONSENSE, words, createRandom(i + 1)))),
  );
}
await close();
await reader.close();

const RESTING = Float32Array.from({ length: NETWORK_OUTPUTS }, (_, i) => (i === HEARD_SHAPES.length ? 1 : 0));

const random = createRandom(1);
const colour = usualColour(takes);
const trainer = createTrainer([INPUTS, ...HIDDEN, NETWORK_OUTPUTS], random);
const pool: { input: Float32Array; target: Float32Array }[] = [];
const all = Number(rounds) * takes.length;
for (let shown = 0; shown < all; shown++) {
  const take = takes[Math.floor(random() * takes.length)]!;
  const { samples, silent } = distorted(take);
  // Played faster or slower: another speaker, of other size and pace.
  const rate = 0.85 * (1.18 / 0.85) ** random();
  const sampleRate = Math.round(take.sampleRate * rate);
  let frame = 0;
  const targets = mouthTargets(
    faster(take.timeline, sampleRate / take.sampleRate),
    Math.ceil((100 * take.timeline.duration) / rate) + 2,
  );
  const descriptions = createFrameDescriptions(sampleRate, colour);
  const keep = (description: Float32Array): void => {
    const target = silent ? RESTING : targets.slice(frame * NETWORK_OUTPUTS, (frame + 1) * NETWORK_OUTPUTS);
    if (random() < SHARE) pool.push({ input: description.slice(), target });
    frame++;
  };
  descriptions.push(samples, keep);
  descriptions.flush(keep);
  if (pool.length >= POOL)
    learn(FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (shown / all), `${shown} of ${all}`);
}
await write();

function learn(rate: number, told: string): void {
  let loss = 0;
  const batches = Math.floor(pool.length / BATCH / 2);
  for (let batch = 0; batch < batches; batch++) {
    // Half of the pool stays for the next time, so that neighbours do not stand together.
    const examples = Array.from({ length: BATCH }, () => {
      const at = Math.floor(random() * pool.length);
      const example = pool[at]!;
      pool[at] = pool.at(-1)!;
      pool.pop();
      return example;
    });
    loss += trainer.step(
      examples.map(({ input }) => input),
      (i, outputs, gradient) => lossOf(examples[i]!.target, outputs, gradient),
      rate,
    );
  }
  console.log(told, (loss / batches).toFixed(4));
}

/** Squares of the shapes, cross entropy of the states. */
function lossOf(target: Float32Array, outputs: Float32Array, gradient: Float32Array): number {
  let loss = 0;
  for (let i = 0; i < HEARD_SHAPES.length; i++) {
    const error = outputs[i]! - target[i]!;
    loss += SHAPE_WEIGHTS[i]! * error * error;
    gradient[i] = 2 * SHAPE_WEIGHTS[i]! * error;
  }
  const scores = outputs.subarray(HEARD_SHAPES.length);
  const highest = Math.max(...scores);
  const sum = scores.reduce((total, score) => total + Math.exp(score - highest), 0);
  const state = target.subarray(HEARD_SHAPES.length).indexOf(1);
  for (let s = 0; s < STATES.length; s++) {
    const probability = Math.exp(scores[s]! - highest) / sum;
    gradient[HEARD_SHAPES.length + s] = STATE_WEIGHTS[state]! * (probability - (s === state ? 1 : 0));
    if (s === state) loss -= STATE_WEIGHTS[state]! * Math.log(probability + 1e-9);
  }
  return loss;
}

function faster({ duration, phonemes }: SpokenTimeline, rate: number): SpokenTimeline {
  const sped = phonemes.map((timed) => ({ ...timed, start: timed.start / rate, end: timed.end / rate }));
  return { duration: duration / rate, phonemes: sped, words: [] };
}

/** As it may reach us: at another level, behind noise or music, through a narrow band; now and then nobody speaks at all. */
function distorted({ samples, sampleRate }: Take): { samples: Float32Array; silent: boolean } {
  const silent = random() < 0.06;
  let sound = samples;
  const behind = random();
  const under = 4 + 26 * random();
  if (behind < 0.33 || silent) sound = mixed(sound, noise(3, sampleRate, random(), random), under);
  else if (behind < 0.48) sound = mixed(sound, music(4, sampleRate, random), under + 2);
  else if (behind < 0.54)
    sound = mixed(sound, takes[Math.floor(random() * takes.length)]!.samples, under + 12);
  if (silent) sound = sound.map((sample, i) => sample - samples[i]!);
  const band = random();
  if (band < 0.2) sound = bandLimited(sound, sampleRate, 250 + 100 * random(), 3000 + 900 * random());
  else if (band < 0.4) sound = bandLimited(sound, sampleRate, 40 + 160 * random(), 4000 + 5000 * random());
  return { samples: scaled(sound, -30 * random() + 6), silent };
}

/** Decibels of each band under the level of the speaker, the mean over all that is not much quieter than he is. */
function usualColour(takes: readonly Take[]): number[] {
  const sums = new Float64Array(BANDS);
  let count = 0;
  for (const { samples, sampleRate } of takes) {
    const levels: number[] = [];
    const bands: Float32Array[] = [];
    createSoundFrames(sampleRate).push(samples, (frame) => {
      levels.push(frame.level);
      bands.push(frame.bands.slice());
    });
    const loud = levels.toSorted((a, b) => a - b)[Math.floor(0.95 * levels.length)]!;
    for (const [i, level] of levels.entries()) {
      if (level < loud - 22) continue;
      count++;
      for (let band = 0; band < BANDS; band++) sums[band]! += bands[i]![band]! - loud;
    }
  }
  return Array.from(sums, (sum) => Number((sum / count).toFixed(2)));
}

async function write(): Promise<void> {
  const layers = trainer.layers.map(packLayer);
  await writeFile(
    OUTPUT,
    `import type { PackedLayer } from './mouth-network.js';

/**
 * Fitted by benchmarks/src/lipsync/fit-mouth-network.ts on ${takes.length} takes, ${Math.round(takes.reduce((sum, { timeline }) => sum + timeline.duration, 0) / 60)} minutes, of
 * ${[...new Set(takes.map(({ speaker }) => speaker))].join(', ')}.
 */
export const MOUTH_NETWORK: { readonly colour: readonly number[]; readonly layers: readonly PackedLayer[] } =
  ${JSON.stringify({ colour, layers })};
`,
  );
}
