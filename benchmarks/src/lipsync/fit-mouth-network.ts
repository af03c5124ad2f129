/**
 * Fits the network that derives mouth movement from audio (packages/face/src/timeline/audio) and writes its
 * weights.
 * The inputs are sentences by the voices of this project, twenty voices of Kokoro, espeak-ng and flite
 * (apt-get install espeak-ng flite), distorted differently in every round. The targets are the results of
 * motionFromSpeech for their phonemes.
 * On two cores, the features take ten minutes and the training (train-network.py, which needs numpy and jax)
 * takes thirty. The first run also synthesises the sentences, which takes Kokoro twenty minutes.
 * `node benchmarks/dist/lipsync/fit-mouth-network.js FOLDER [steps]`, where FOLDER caches the synthesised
 * speech
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  AUDIO_SHAPES,
  BANDS,
  createFrameDescriptions,
  createSoundFrames,
  FEATURES,
  FRAME_RATE,
  FRAMES_OF_A_STEP,
  type Layer,
  mouthTargets,
  NETWORK_OUTPUTS,
  packLayer,
  type SpokenTimeline,
} from '@anima/face';
import { openModel } from '@anima/inference';
import { createTextReader } from '@anima/speech';
import { bandLimited, createRandom, mixed, music, noise, scaled } from './distortions.js';
import { openKokoroOfFit, openOwn } from './speakers.js';
import { loadTakes, readTakes, type Take } from './spoken-corpus.js';
import { stressedAs } from './stress-of-words.js';
import { nonsenseSentences, TRAINING_SENTENCES } from './training-sentences.js';

/** A take of speak-with-*.py, which also has its sentences and the number of sounds of each. */
type ToolTake = Take & { readonly said: readonly { readonly text: string; readonly sounds: number }[] };

/** Must equal the constants of train-network.py. */
const REACHES = [1, 1, 2, 4, 6];
const WIDTH = 128;
/**
 * Number of nonsense sentences of dictionary words for each voice of this project. NONSENSE_OF_OTHERS is
 * their number for all other voices together.
 */
const NONSENSE = 240;
const NONSENSE_OF_OTHERS = 164;
/** Number of sentences for each Kokoro voice, because Kokoro is slow. */
const OF_KOKORO = 12;
const ESPEAK_LANGUAGES = 'en-us,en-gb,en-gb-x-rp,en-029,en-gb-scotland';
/** Voices made from recordings of people that are free for any use (CMU Arctic). */
const FLITE_VOICES = 'awb,rms,slt';
const TAKES_OF_A_TOOL = 150;
/**
 * Share of each engine in the training examples. Voices of one engine are more alike than their number
 * suggests.
 */
const SHARES = { own: 0.25, kokoro: 0.35, espeak: 0.2, flite: 0.2 };
type Engine = keyof typeof SHARES;
const ROUNDS = 3;
const [SLOWEST, FASTEST] = [0.82, 1.22];

const [folder, steps = '45000'] = process.argv.slice(2);
if (folder === undefined) throw new Error('Expected a folder to keep spoken sentences in, received none');
const ESPEAK_SPEAKER = new URL('../../src/lipsync/speak-with-espeak.py', import.meta.url);
const FLITE_SPEAKER = new URL('../../src/lipsync/speak-with-flite.py', import.meta.url);
const TRAINER = new URL('../../src/lipsync/train-network.py', import.meta.url);
const OUTPUT = new URL('../../../packages/face/data/mouth-network.json', import.meta.url);

const { dir } = await openModel('hibari-heart');
const reader = await createTextReader(dir);
const lexicon = JSON.parse(
  gunzipSync(await readFile(join(dir, 'lexicon-gold.json.gz'))).toString(),
) as object;
const words = Object.keys(lexicon).filter((word) => /^[a-z]{3,10}$/.test(word));
const ofOthers = [...TRAINING_SENTENCES, ...nonsenseSentences(NONSENSE_OF_OTHERS, words, createRandom(99))];
const sentences = join(folder, 'sentences.json');
await mkdir(folder, { recursive: true });
await writeFile(sentences, JSON.stringify(ofOthers));

const kokoro = await openKokoroOfFit();
const isHeldBack = ({ speaker }: Take): boolean => kokoro.heldBack.includes(speaker);
const takes: (Take & { readonly engine: Engine })[] = [];
const add = (engine: Engine, spoken: readonly Take[]): void => {
  for (const take of spoken) takes.push({ ...take, engine });
};
add('espeak', await spokenBy(ESPEAK_SPEAKER, 'espeak', ESPEAK_LANGUAGES));
add('flite', await spokenBy(FLITE_SPEAKER, 'flite', FLITE_VOICES));
const own = await openOwn();
for (const [i, speaker] of own.speakers.entries()) {
  const nonsense = nonsenseSentences(NONSENSE, words, createRandom(i + 1));
  for (const texts of [TRAINING_SENTENCES, nonsense])
    add('own', await readTakes(folder, speaker, reader, texts));
}
for (const [i, speaker] of kokoro.speakers.entries())
  add('kokoro', await readTakes(folder, speaker, reader, ofOthers.slice(i * OF_KOKORO, (i + 1) * OF_KOKORO)));
await Promise.all([own.close(), kokoro.close()]);

const RESTING = Float32Array.from({ length: NETWORK_OUTPUTS }, (_, i) => (i === AUDIO_SHAPES.length ? 1 : 0));

const random = createRandom(1);
const colour = usualColour(takes);
await writeExamples();
await reader.close();
execFileSync('python3', [fileURLToPath(TRAINER), folder, steps], { stdio: 'inherit' });
await writeNetwork();

/**
 * Reads takes of another program, whose voices differ more from each other than the voices of this project.
 * Assigns the stresses of the text reader to their words.
 */
async function spokenBy(script: URL, name: string, voices: string): Promise<Take[]> {
  const out = join(folder!, name);
  execFileSync('python3', [fileURLToPath(script), sentences, out, voices, String(TAKES_OF_A_TOOL)]);
  const spoken: Take[] = [];
  for (const { said, timeline, ...take } of (await loadTakes(out)) as ToolTake[]) {
    let at = 0;
    const phonemes: SpokenTimeline['phonemes'][number][] = [];
    for (const { text, sounds } of said) {
      let read = '';
      for await (const sentence of reader.sentences(text)) read += sentence.phonemes;
      phonemes.push(...stressedAs(timeline.phonemes.slice(at, at + sounds), read));
      at += sounds;
    }
    spoken.push({ ...take, timeline: { ...timeline, phonemes } });
  }
  return spoken;
}

/** Writes the features of the takes, distorted differently in every round, and the targets of the network. */
async function writeExamples(): Promise<void> {
  const lengths: number[] = [];
  const engines: Engine[] = [];
  const heldBack: boolean[] = [];
  const [features, targets] = ['features.f32', 'targets.f32'].map((name) =>
    createWriteStream(join(folder!, name)),
  ) as [WriteStream, WriteStream];
  for (let round = 0; round < ROUNDS; round++) {
    for (const take of takes) {
      const { samples, silent } = distorted(take);
      // Playing faster or slower imitates a speaker of another size and pace.
      const sampleRate = Math.round(take.sampleRate * SLOWEST * (FASTEST / SLOWEST) ** random());
      const rate = sampleRate / take.sampleRate;
      const wanted = mouthTargets(
        faster(take.timeline, rate),
        Math.ceil((FRAME_RATE * take.timeline.duration) / rate) + 2,
      );
      let frames = 0;
      const described = new Float32Array((wanted.length / NETWORK_OUTPUTS) * FEATURES);
      const keep = (description: Float32Array): void => {
        described.set(description, frames * FEATURES);
        const at = frames * NETWORK_OUTPUTS;
        if (silent) wanted.set(RESTING, at);
        frames++;
      };
      const descriptions = createFrameDescriptions(sampleRate, colour);
      descriptions.push(samples, keep);
      descriptions.flush(keep);
      lengths.push(frames);
      engines.push(take.engine);
      heldBack.push(isHeldBack(take));
      features.write(bytesOf(described.subarray(0, frames * FEATURES)));
      targets.write(bytesOf(wanted.subarray(0, frames * NETWORK_OUTPUTS)));
      if (features.writableNeedDrain) await once(features, 'drain');
    }
  }
  for (const stream of [features, targets]) {
    stream.end();
    await finished(stream);
  }
  const summary = {
    lengths,
    weights: weightsOf(lengths, engines),
    heldBack,
    features: FEATURES,
    targets: NETWORK_OUTPUTS,
    shapes: AUDIO_SHAPES.length,
  };
  await writeFile(join(folder!, 'takes.json'), JSON.stringify(summary));
}

/**
 * Returns the weight of a frame of each take, so that the frames of each engine together have the weight of
 * its share.
 */
function weightsOf(lengths: readonly number[], engines: readonly Engine[]): number[] {
  const frames = (engine: Engine): number =>
    lengths.reduce((sum, length, i) => sum + (engines[i] === engine ? length : 0), 0);
  const weight = Object.fromEntries(
    Object.entries(SHARES).map(([engine, share]) => [engine, share / frames(engine as Engine)]),
  );
  return engines.map((engine) => weight[engine]!);
}

function bytesOf(values: Float32Array): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}

function faster({ duration, phonemes }: SpokenTimeline, rate: number): SpokenTimeline {
  const sped = phonemes.map((timed) => ({ ...timed, start: timed.start / rate, end: timed.end / rate }));
  return { duration: duration / rate, phonemes: sped, words: [] };
}

/**
 * Distorts a take as recordings can be: another level, noise or music in the background, a narrow band. Some
 * takes contain only the background without speech.
 */
function distorted({ samples, sampleRate }: Take): { samples: Float32Array; silent: boolean } {
  const silent = random() < 0.06;
  let sound = samples;
  const noiseKind = random();
  const under = 4 + 26 * random();
  if (noiseKind < 0.33 || silent) sound = mixed(sound, noise(3, sampleRate, random(), random), under);
  else if (noiseKind < 0.48) sound = mixed(sound, music(4, sampleRate, random), under + 2);
  else if (noiseKind < 0.54)
    sound = mixed(sound, takes[Math.floor(random() * takes.length)]!.samples, under + 12);
  if (silent) sound = sound.map((sample, i) => sample - samples[i]!);
  const band = random();
  if (band < 0.2) sound = bandLimited(sound, sampleRate, 250 + 100 * random(), 3000 + 900 * random());
  else if (band < 0.4) sound = bandLimited(sound, sampleRate, 40 + 160 * random(), 4000 + 5000 * random());
  return { samples: scaled(sound, -30 * random() + 6), silent };
}

/**
 * Returns the mean level of each band relative to the level of the speaker, in decibels, over all frames that
 * are not much quieter than the speaker.
 */
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

/** Reads the layers that the trainer wrote in sequence. */
async function trainedLayers(): Promise<Layer[]> {
  const bytes = await readFile(join(folder!, 'network.f32'));
  const values = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  let at = 0;
  return [...REACHES, 0].map((reach, l) => {
    const inputs = l === 0 ? FRAMES_OF_A_STEP * FEATURES : WIDTH;
    const outputs = l === REACHES.length ? FRAMES_OF_A_STEP * NETWORK_OUTPUTS : WIDTH;
    const length = (reach === 0 ? 1 : 3) * inputs * outputs;
    const weights = values.slice(at, at + length);
    const biases = values.slice(at + length, at + length + outputs);
    at += length + outputs;
    return { reach, inputs, outputs, weights, biases };
  });
}

async function writeNetwork(): Promise<void> {
  const layers = (await trainedLayers()).map(packLayer);
  const minutes = Math.round(takes.reduce((sum, { timeline }) => sum + timeline.duration, 0) / 60);
  const trainedSpeakers = [
    ...new Set(takes.filter((take) => !isHeldBack(take)).map(({ speaker }) => speaker)),
  ];
  const origin = `Trained by benchmarks/src/lipsync/fit-mouth-network.ts on ${takes.length} takes, ${minutes} minutes, of ${trainedSpeakers.join(', ')}. Held back for the evaluation: ${kokoro.heldBack.join(', ')}.`;
  await writeFile(OUTPUT, `${JSON.stringify({ origin, licence: 'Apache-2.0', colour, layers })}\n`);
}
