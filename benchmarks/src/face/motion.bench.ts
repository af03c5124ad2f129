/**
 * Measures the cost of face motion: for a complete text, clause by clause, and at rest. Prints Markdown.
 * `node benchmarks/dist/face/motion.bench.js`.
 */
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { createMotionStream, motionFromSpeech, type SpokenTimeline } from '@anima/face';
import { describeMachine } from '../machine.js';

const FPS = 30;
const ROUNDS = 40;
const OPTIONS = { fps: FPS, seed: 1, blink: true, headMotion: 1 };

const file = new URL('../../../packages/face/fixtures/spoken-texts.json', import.meta.url);
const texts = JSON.parse(await readFile(file, 'utf8')) as { clauses: SpokenTimeline[] }[];
const clauses = texts.flatMap((text) => text.clauses);
const whole = joined(clauses);
const frames = Math.ceil(whole.duration * FPS);

console.log(
  `## Motion\n\n${describeMachine()}. ${whole.duration.toFixed(0)} s of speech, ${FPS} frames a second.\n`,
);
console.log('| | microseconds a frame: median | slowest of ten |\n|---|---|---|');
row('a text as a whole', frames, () => void motionFromSpeech(whole, { ...OPTIONS, frames }));
row('clause by clause', frames, () => {
  const stream = createMotionStream(OPTIONS);
  for (const clause of clauses) stream.push(clause);
  stream.end();
});
row('at rest', frames, () => void createMotionStream(OPTIONS).upTo(frames));

function row(name: string, count: number, work: () => void): void {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work();
    return (1000 * (performance.now() - start)) / count;
  }).toSorted((a, b) => a - b);
  const at = (share: number): string => times[Math.floor(share * ROUNDS)]!.toFixed(1);
  console.log(`| ${name} | ${at(0.5)} | ${at(0.9)} |`);
}

function joined(parts: readonly SpokenTimeline[]): SpokenTimeline {
  let duration = 0;
  const phonemes: SpokenTimeline['phonemes'][number][] = [];
  for (const part of parts) {
    for (const sound of part.phonemes)
      phonemes.push({ ...sound, start: sound.start + duration, end: sound.end + duration });
    duration += part.duration;
  }
  return { duration, phonemes, words: [] };
}
