// Measures checks of the semantic cache over HTTP, with every question of this repository's sets stored:
// identical questions, paraphrases, and questions without a response. Also measures the round trip of
// /health, which does no work.
// Usage: npm run bench -- cache-latency
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readParaphrases, readQuestionGroups } from '../cache/question-pairs.js';
import { describeMachine, p50p95 } from '../machine.js';
import { startService } from './service-under-test.js';

const CALLS = 400;
const model = 'bench';

const dataDir = mkdtempSync(join(tmpdir(), 'anima-bench-'));
const service = await startService(dataDir);
try {
  const paraphrases = readParaphrases();
  const checkedTexts = new Set(paraphrases.map(({ b }) => b));
  const stored = [
    ...new Set(
      [...readQuestionGroups().flat(2), ...paraphrases.map(({ a }) => a)].filter(
        (text) => !checkedTexts.has(text),
      ),
    ),
  ];
  const storing = await timed(stored, (query) =>
    service.post('/api/v1/cache/store', { query, model, response: `An answer to: ${query}` }),
  );
  const check = (query: string) => service.post<{ hit: boolean }>('/api/v1/cache/check', { query, model });
  const exact = await timed(take(stored, CALLS), check);
  const others = await timed([...checkedTexts], check);
  const missing = await timed(
    take(stored, CALLS).map((text) => `In what year did it begin: ${text}`),
    check,
  );
  const health = await timed(take(stored, CALLS), () => service.get('/health'));

  console.log(`${describeMachine()}\n\n${stored.length} responses stored\n`);
  console.log('| call | hits | round trip p50 / p95 ms |\n|---|---|---|');
  console.log(`| /health | | ${p50p95(health.times)} |`);
  console.log(`| store | | ${p50p95(storing.times)} |`);
  for (const [name, { times, answers }] of Object.entries({
    exact,
    'other words': others,
    'new questions': missing,
  })) {
    const hits = answers.filter((answer) => (answer as { hit: boolean }).hit).length;
    console.log(`| check: ${name} | ${hits} of ${answers.length} | ${p50p95(times)} |`);
  }
} finally {
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function take<T>(items: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, at) => items[(at * 7) % items.length]!);
}

async function timed<T, R>(items: readonly T[], call: (item: T) => Promise<R>) {
  const times: number[] = [];
  const answers: R[] = [];
  for (const item of items) {
    const started = performance.now();
    answers.push(await call(item));
    times.push(performance.now() - started);
  }
  return { times, answers };
}
