import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createMemoryMediaStore } from '../testing/memory-media.js';
import { sendMedia } from './send-media.js';

it.each([
  ['clip.mp4', 'video/mp4'],
  ['CLIP.MP4', 'video/mp4'],
  ['clip.mkv', 'video/x-matroska'],
  ['clip.opus', 'audio/ogg; codecs=opus'],
  ['notes.txt', 'text/plain; charset=utf-8'],
  ['clip.constructor', 'application/octet-stream'],
  ['clip.__proto__', 'application/octet-stream'],
])('%s is sent as %s', async (name, type) => {
  const media = createMemoryMediaStore();
  const ref = { kind: 'video', jobId: 'job', name } as const;
  media.put(ref, Buffer.from('frames'));
  const app = fastify();
  app.get('/', async (request, reply) => sendMedia(request, reply, await media.open(ref)));
  const { statusCode, headers, body } = await app.inject('/');
  expect([statusCode, headers['content-type'], body]).toEqual([200, type, 'frames']);
});
