// Measures the time that the proxy adds to a call of a language model: with memory off, with recall, and with recall and store.
// The upstream is a local server that responds at once; each way is called in turn, so that a busy machine slows all of them.
// Each message is new, so its query is embedded; `embedding` is this part alone, over HTTP. The processor time of the service does not depend on the load of the machine.
// Usage: npm run bench -- proxy [memories] [calls]
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMachine, p50p95, percentile } from '../machine.js';
import { processorSeconds } from './processor-time.js';
import { seedMemories } from './seed-memories.js';
import { startService } from './service-under-test.js';

const memories = Number(process.argv[2] ?? 10_000);
const calls = Number(process.argv[3] ?? 200);
const WAYS = ['direct', 'embedding', 'off', 'recall', 'both'] as const;
/** A message of usual length, with a new text for each call. */
const message = (number: number) =>
  `Which day does the release train of version ${number} leave, and who has to approve the change before?`;

console.log(`${describeMachine()}\n`);
const dataDir = mkdtempSync(join(tmpdir(), 'anima-bench-'));
const answer = JSON.stringify({
  id: '1',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
});
const upstream = createServer((request, response) => {
  request.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(answer);
  });
});
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
const upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
try {
  await seedMemories(dataDir, memories, { conversations: false });
  const service = await startService(dataDir, { MEMORY_PROXY_OPENAI: upstreamUrl });
  let number = 0;
  const cpuMs = new Map<string, number>(WAYS.map((way) => [way, 0]));
  const times = Object.fromEntries(WAYS.map((way) => [way, [] as number[]]));
  for (let call = -20; call < calls; call++) {
    for (const way of WAYS) {
      const base =
        way === 'direct' ? upstreamUrl : way === 'embedding' ? service.url : `${service.url}/proxy/openai`;
      const path = way === 'embedding' ? '/v1/embeddings' : '/v1/chat/completions';
      const text = message(number++);
      const headers = {
        'content-type': 'application/json',
        ...(way === 'direct' || way === 'embedding' ? {} : { 'x-anima-memory': way }),
      };
      const body = JSON.stringify(
        way === 'embedding'
          ? { input: [text], model: 'bge-small-en-v1.5-int8' }
          : { model: 'fake', messages: [{ role: 'user', content: text }] },
      );
      const cpu = processorSeconds(service.pid);
      const started = performance.now();
      const response = await fetch(base + path, { method: 'POST', headers, body });
      await response.text();
      if (call >= 0) times[way]!.push(performance.now() - started);
      if (call >= 0) cpuMs.set(way, cpuMs.get(way)! + 1000 * (processorSeconds(service.pid) - cpu));
      // The turns of this call are stored before the next one, as between two messages of a user.
      if (way === 'both') await new Promise((resolve) => setTimeout(resolve, 60));
    }
  }
  const direct = percentile(times.direct!, 0.5);
  console.log(`${memories} memories, ${calls} calls each\n`);
  console.log(
    '| | p50 / p95 ms | added at p50, ms | ratio to the direct call | processor time of the service per call, ms |\n|---|---|---|---|---|',
  );
  for (const way of WAYS) {
    const p50 = percentile(times[way]!, 0.5);
    const ratio = (p50 / direct).toFixed(1);
    console.log(
      `| ${way} | ${p50p95(times[way]!)} | ${(p50 - direct).toFixed(2)} | ${ratio} | ${(cpuMs.get(way)! / calls).toFixed(1)} |`,
    );
  }
  await service.stop();
} finally {
  upstream.closeAllConnections();
  upstream.close();
  rmSync(dataDir, { recursive: true, force: true });
}
