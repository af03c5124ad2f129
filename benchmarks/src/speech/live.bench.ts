/**
 * Measures live speech through its socket against the limits of its contract: first audio within 120 ms (p95
 * 200) of the last character of a first clause of eight words, an interruption within 30 ms (p95) with ten
 * seconds queued, and eight concurrent sessions without an underrun. Also measures the first byte of POST
 * /v1/audio/speech: limits 50 ms (pcm) and 80 ms (mp3). Prints Markdown.
 * Run it on an idle machine: `node benchmarks/dist/speech/live.bench.js [rounds] [seconds]`
 */
import { loadavg } from 'node:os';
import { type LiveSocket, openLive } from '@anima/avatar/dist/testing/live-socket.js';
import { startTestService } from '@anima/avatar/dist/testing/test-service.js';
import { describeMachine, p50p95 } from '../machine.js';

const [rounds = 40, seconds = 60] = process.argv.slice(2).map(Number);
const CLAUSE = 'The river runs past the old stone mill, ';
const LONG = 'One sentence after the other is spoken here, as long as nobody minds. '.repeat(280);

const service = await startTestService();
await service.post('/avatars/warm', {});
console.log(`## Live speech\n\n${describeMachine()}, load ${loadavg()[0]!.toFixed(1)}.\n`);

const live = await openLive(service.url);
await live.until('session');

/** Calls `say` and resolves to the milliseconds until the next audio frame. */
async function soundAfter(socket: LiveSocket, say: () => void): Promise<number> {
  const firstFrame = new Promise<void>((resolve) => {
    const look = (data: Buffer, isBinary: boolean) => {
      if (!isBinary || data.readUInt8(0) !== 1) return;
      socket.socket.off('message', look);
      resolve();
    };
    socket.socket.on('message', look);
  });
  const startedAt = performance.now();
  say();
  await firstFrame;
  return performance.now() - startedAt;
}

const firstMs: number[] = [];
const interruptMs: number[] = [];
for (let round = 0; round < rounds; round++) {
  const utterance = `first ${round}`;
  const text = round % 2 === 0 ? CLAUSE : `${CLAUSE.slice(0, -2)}.`;
  firstMs.push(
    await soundAfter(live, () => {
      live.send({ type: 'text', utterance, text });
      live.send({ type: 'flush', utterance });
    }),
  );
  live.send({ type: 'interrupt' });
  await live.until('interrupted');
  live.send({ type: 'text', utterance: `long ${round}`, text: LONG });
  await new Promise((resolve) => setTimeout(resolve, 150));
  const startedAt = performance.now();
  live.send({ type: 'interrupt' });
  await live.until('interrupted');
  interruptMs.push(performance.now() - startedAt);
}
await live.close();
console.log(`First sound, ms: ${p50p95(firstMs)}. Interruption, ms: ${p50p95(interruptMs)}.\n`);

const sessions = await Promise.all(Array.from({ length: 8 }, () => openLive(service.url)));
for (const session of sessions) {
  await session.until('session');
  session.send({ type: 'text', utterance: 'long', text: LONG });
}
await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const { body } = await service.get('/metrics');
const underruns = /^avatar_live_underruns_total (.*)$/m.exec(body)?.[1];
const sent = sessions.map(
  (session) => session.frames('sound').reduce((sum, { values }) => sum + values.length, 0) / 24_000,
);
console.log(
  `Eight sessions for ${seconds} s: ${underruns} underruns, ${Math.min(...sent).toFixed(1)} to ${Math.max(...sent).toFixed(1)} s of sound each.\n`,
);
await Promise.all(sessions.map((session) => session.close()));

for (const format of ['pcm', 'mp3']) {
  const byteMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const response = await fetch(`${service.url}/v1/audio/speech`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ model: 'tts-1', voice: 'alloy', response_format: format },
        input: 'The river runs past the old stone mill. And then it is gone.',
      }),
    });
    const reader = response.body!.getReader();
    await reader.read();
    byteMs.push(performance.now() - startedAt);
    while (!(await reader.read()).done);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  console.log(`First byte of /v1/audio/speech as ${format}, ms: ${p50p95(byteMs)}.`);
}
await service.close();
