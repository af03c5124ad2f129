/**
 * Speaks the sentences, five at a time, into two folders for hear.py: WHOLE has the audio of POST
 * /v1/audio/speech for the complete text, PIECES has the audio of GET /live for text that arrives in pieces
 * of one to five characters.
 * `node benchmarks/dist/speech/write-live-wavs.js WHOLE PIECES`
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openLive } from '@anima/avatar/dist/testing/live-socket.js';
import { startTestService } from '@anima/avatar/dist/testing/test-service.js';
import { wavHeader } from '@anima/speech/testing';
import { SENTENCES } from './sentences.js';

const [whole, pieces] = process.argv.slice(2);
if (whole === undefined || pieces === undefined) throw new Error('Expected two folders to write to');
const SAMPLE_RATE = 24_000;
const AT_A_TIME = 5;
const texts = Array.from({ length: Math.ceil(SENTENCES.length / AT_A_TIME) }, (_, i) =>
  SENTENCES.slice(i * AT_A_TIME, (i + 1) * AT_A_TIME).join(' '),
);

async function write(folder: string, speak: (text: string) => Promise<Buffer>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const manifest: object[] = [];
  let seconds = 0;
  for (const [i, text] of texts.entries()) {
    const file = `${String(i).padStart(2, '0')}.wav`;
    const pcm = await speak(text);
    seconds += pcm.length / 2 / SAMPLE_RATE;
    await writeFile(join(folder, file), Buffer.concat([wavHeader(SAMPLE_RATE, pcm.length / 2), pcm]));
    manifest.push({ file, words: text.split(' ').map((word) => ({ text: word })) });
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  console.log(`${folder}: ${seconds.toFixed(1)} s`);
}

const service = await startTestService();
await write(whole, async (input) => {
  const response = await fetch(`${service.url}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'tts-1', voice: 'heart', response_format: 'pcm', input }),
  });
  return Buffer.from(await response.arrayBuffer());
});
await write(pieces, async (text) => {
  const live = await openLive(service.url);
  await live.until('session');
  live.send({ type: 'session.update', voice: 'heart', motion: { shapes: 'none' }, lead_ms: 10_000 });
  for (let at = 0, size = 1; at < text.length; at += size, size = (size % 5) + 1)
    live.send({ type: 'text', utterance: 'a', text: text.slice(at, at + size) });
  live.send({ type: 'end', utterance: 'a' });
  await live.until('utterance.done');
  await live.close();
  return Buffer.concat(
    live
      .frames('sound')
      .map(({ values }) => Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
  );
});
await service.close();
