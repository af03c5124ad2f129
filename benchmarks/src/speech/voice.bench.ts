/**
 * Measures the voice against its limits: at least 60 times real time on one core, first audio within 60 ms,
 * 220 MB. Prints Markdown.
 * Run it on an idle machine: `node benchmarks/dist/speech/voice.bench.js`
 */
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { openModel } from '@anima/inference';
import {
  createLoudnessMeter,
  createTextReader,
  type HibariVoice,
  openHibariVoice,
  type ReadSentence,
  type SpeakOptions,
  speakText,
  truePeak,
  VOICES,
} from '@anima/speech';
import { describeMachine, p50p95, percentile } from '../machine.js';
import { SENTENCES } from './sentences.js';

/** Five paragraphs: complete texts, as the service levels their loudness. */
const PARAGRAPHS = Array.from({ length: 5 }, (_, i) => SENTENCES.slice(8 * i, 8 * i + 8).join(' '));
const FIRST_SOUND_ROUNDS = 10;

const { dir } = await openModel('hibari-heart');
const opening = performance.now();
const voice = await openHibariVoice(dir);
const openMs = performance.now() - opening;
const memoryOfVoice = await memory();
const reader = await createTextReader(dir);
const sentences = await read(SENTENCES.join(' '));

console.log(
  `## Voice\n\n${describeMachine()}, load ${loadavg()[0]!.toFixed(1)}. ${sentences.length} sentences.\n`,
);
// Warms up: the first sentences are slow until the compiler has optimised the code.
await speed();

console.log('| | times real time | by processor time | model ms/s | signal ms/s |\n|---|---|---|---|---|');
for (const { name } of VOICES) line(name, await speed({ voice: name }));
for (const pace of [0.5, 0.75, 1.3, 2]) line(`speed ${pace}`, await speed({ speed: pace }));

const firstMs: number[] = [];
for (let round = 0; round < FIRST_SOUND_ROUNDS; round++) {
  for (const text of PARAGRAPHS) {
    const startedAt = performance.now();
    await speakText(voice, reader.sentences(text)).next();
    firstMs.push(performance.now() - startedAt);
  }
}
console.log(
  `\nFirst sound, from text to samples, p50 / p95: ${p50p95(firstMs)} ms. Opened in ${openMs.toFixed(0)} ms.`,
);

console.log('\n| voice | LUFS of five paragraphs | largest true peak |\n|---|---|---|');
for (const { name } of VOICES) {
  const { loudness, peak } = await levels(voice, name);
  console.log(`| ${name} | ${loudness.map((lufs) => lufs.toFixed(1)).join(', ')} | ${peak.toFixed(2)} dB |`);
}
console.log(
  `\nMemory: ${memoryOfVoice} with the voice opened, ${await memory()} with the text reader, at the end.`,
);
await reader.close();
await voice.close();

async function read(text: string): Promise<ReadSentence[]> {
  const read: ReadSentence[] = [];
  for await (const sentence of reader.sentences(text)) read.push(sentence);
  return read;
}

interface Speed {
  timesRealTime: number;
  byProcessorTime: number;
  modelMs: number;
  signalMs: number;
}

/** Speaks all sentences and returns the median of each figure separately. */
async function speed(options: SpeakOptions = {}): Promise<Speed> {
  const runs: Speed[] = [];
  for (const [seed, sentence] of sentences.entries()) {
    const before = voice.stats();
    const cpu = process.cpuUsage();
    const startedAt = performance.now();
    await voice.speak(sentence, { ...options, seed });
    const wallMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpu);
    const after = voice.stats();
    const seconds = after.soundSeconds - before.soundSeconds;
    runs.push({
      timesRealTime: (1000 * seconds) / wallMs,
      byProcessorTime: (1e6 * seconds) / (user + system),
      modelMs: (after.modelMs - before.modelMs) / seconds,
      signalMs: (after.signalMs - before.signalMs) / seconds,
    });
  }
  const median = (key: keyof Speed): number =>
    percentile(
      runs.map((run) => run[key]),
      0.5,
    );
  return {
    timesRealTime: median('timesRealTime'),
    byProcessorTime: median('byProcessorTime'),
    modelMs: median('modelMs'),
    signalMs: median('signalMs'),
  };
}

function line(name: string, { timesRealTime, byProcessorTime, modelMs, signalMs }: Speed): void {
  const figures = [timesRealTime, byProcessorTime, modelMs, signalMs].map((figure) => figure.toFixed(1));
  console.log(`| ${name} | ${figures.join(' | ')} |`);
}

async function levels(voice: HibariVoice, name: string): Promise<{ loudness: number[]; peak: number }> {
  const loudness: number[] = [];
  let peak = 0;
  for (const text of PARAGRAPHS) {
    const meter = createLoudnessMeter(voice.sampleRate);
    for await (const { samples } of speakText(voice, reader.sentences(text), { voice: name })) {
      meter.push(samples);
      peak = Math.max(peak, truePeak(samples));
    }
    loudness.push(meter.integrated());
  }
  return { loudness, peak: 20 * Math.log10(peak) };
}

async function memory(): Promise<string> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const megabytes = (key: string): string => {
    const kilobytes = new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1];
    return kilobytes ? `${Math.round(Number(kilobytes) / 1000)} MB` : 'unknown';
  };
  return `${megabytes('VmRSS')} (peak ${megabytes('VmHWM')})`;
}
