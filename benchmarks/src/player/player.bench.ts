/**
 * Measures minutes of speech through <anima-avatar> in Chromium against its contract: words within 60 ms of
 * their audio, no drift over 20 ms, no memory growth. Prints Markdown.
 * Each round speaks a paragraph. Words after a pause are compared with the detected onset of their audio.
 * Run it on an idle machine: `node benchmarks/dist/player/player.bench.js [minutes]`. Requires a Chromium on
 * PATH.
 */
import { loadavg } from 'node:os';
import type { PageTap } from '@anima/player/dist/testing/page-tap.js';
import { installTap } from '@anima/player/dist/testing/page-tap.js';
import { startPlayerPages } from '@anima/player/dist/testing/player-pages.js';
import { describeMachine, percentile } from '../machine.js';

interface InPage {
  avatar: { warm(): Promise<unknown>; say(text: string): Promise<unknown>; interrupt(): Promise<unknown> };
  tap: PageTap;
}

const [minutes = 10] = process.argv.slice(2).map(Number);
const PARAGRAPH =
  'Bob goes. Two trains came by. Ten birds sang. Go on now! Paul took it. Ten boats passed. Ken agreed. '.repeat(
    4,
  );
/** First words of sentences, whose audio starts after a pause. */
const FIRST = new Set(['Bob', 'Two', 'Ten', 'Go', 'Paul', 'Ken']);

const pages = await startPlayerPages();
const { page } = await pages.open(
  '<script type="module" src="SERVER/player.js"></script><anima-avatar server="SERVER" ticket="TICKET" style="width: 240px"></anima-avatar>',
);
await page.evaluate(() =>
  Promise.resolve(Reflect.get(globalThis, 'customElements').whenDefined('anima-avatar')).then(() => {}),
);
await page.evaluate(installTap);
await page.evaluate(async () => {
  const { avatar, tap } = globalThis as unknown as InPage;
  await avatar.warm();
  await tap.listen();
});
const devtools = await page.context().newCDPSession(page);

async function heapMiB(): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

/** Speaks one paragraph and returns the delays of word events relative to their audio, in ms. */
async function round(): Promise<number[]> {
  const { words, onsets } = await page.evaluate(async (text) => {
    const { avatar, tap } = globalThis as unknown as InPage;
    await avatar.say(text);
    const words = tap.events
      .filter(({ type }) => type === 'word')
      .map(({ at, detail }) => ({ at, word: detail.word as string }));
    const { onsets } = tap.heard();
    tap.forget();
    return { words, onsets };
  }, PARAGRAPH);
  const firsts = words.filter(({ word }, i) => FIRST.has(word) && (i === 0 || word !== words[i - 1]?.word));
  return firsts.flatMap(({ at }) => {
    const near = onsets.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0];
    return near === undefined || Math.abs(near - at) > 0.2 ? [] : [1000 * (at - near)];
  });
}

console.log(`## The player in Chromium\n\n${describeMachine()}, load ${loadavg()[0]!.toFixed(1)}.\n`);
console.log('| minute | words | behind their sound, ms: p5 / p50 / p95 | heap, MiB |\n|---|---|---|---|');
const medians: number[] = [];
const heaps: number[] = [];
const began = performance.now();
while (performance.now() - began < minutes * 60_000) {
  const late: number[] = [];
  const from = performance.now();
  while (performance.now() - from < 60_000) late.push(...(await round()));
  medians.push(percentile(late, 0.5));
  heaps.push(await heapMiB());
  const figures = [0.05, 0.5, 0.95].map((p) => percentile(late, p).toFixed(1)).join(' / ');
  console.log(`| ${medians.length} | ${late.length} | ${figures} | ${heaps.at(-1)!.toFixed(1)} |`);
}
const drift = medians.at(-1)! - medians[0]!;
console.log(
  `\nDrift of the median: ${drift.toFixed(1)} ms. Growth: ${(heaps.at(-1)! - heaps[0]!).toFixed(1)} MiB.`,
);

const silentMs = await page.evaluate(async () => {
  const { avatar, tap } = globalThis as unknown as InPage;
  const all: number[] = [];
  for (let i = 0; i < 20; i++) {
    tap.forget();
    void avatar.say('Many words are spoken, one after another one, all along the river, without an end.');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const interruptedAt = tap.now().played;
    await avatar.interrupt();
    await new Promise((resolve) => setTimeout(resolve, 400));
    all.push(1000 * (tap.heard().lastLoud - interruptedAt));
  }
  return all;
});
console.log(
  `Silent behind an interruption, ms: p50 ${percentile(silentMs, 0.5).toFixed(0)}, p95 ${percentile(silentMs, 0.95).toFixed(0)}.`,
);
await pages.close();
