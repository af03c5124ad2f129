import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { newJob, take } from '../../ports/job-queue.contract.js';
import { createMemoryJobs } from '../../testing/memory-jobs.js';
import { createMemoryMediaStore } from '../../testing/memory-media.js';
import { createBatchHandler } from './batch-handler.js';
import type { BatchPayload, ClipSound } from './clip-payload.js';

const local = (path: string) => ({ kind: 'local_file', path }) as const;
const scene = (id: string, sound: ClipSound): BatchPayload['scenes'][number] => ({
  id,
  clip: {
    subject: { name: null, file: local('/leo.glb'), kind: 'head' },
    sound,
    engine: 'head',
    options: {
      ...{ fps: 10, width: 64, enhance: false, headMotion: 0, blink: false, fade: 0, captions: 'none' },
      ...{ background: { kind: 'default' }, faceAt: null, seed: 0 },
    },
  },
});

it('a batch waits for the speech of a scene when it comes to it, and keeps the scenes before', async () => {
  const { queue, records } = createMemoryJobs();
  await queue.accept(newJob('speech'), 200);
  const payload: BatchPayload = {
    scenes: [
      scene('one', { kind: 'file', file: local('/a.wav') }),
      scene('two', { kind: 'speech_job', jobId: 'speech' }),
    ],
    concat: false,
    continueOnError: true,
  };
  await queue.accept(newJob('batch', { kind: 'lipsync_batch', payload }), 200);
  const handle = createBatchHandler({
    engine: { voices: [], load: async () => {}, speak: async function* () {} },
    encoder: { open: () => Promise.reject(new Error('nothing is spoken')) },
    media: createMemoryMediaStore(),
    records,
    renderer: {
      render: async ({ outputPath }) => {
        writeFileSync(outputPath, 'clip');
        return { duration: 1, fps: 10, frames: 10, width: 64, height: 64, faceTrack: null, notes: [] };
      },
    },
    joiner: { join: () => Promise.reject(new Error('nothing is joined')) },
    onFailure: () => {},
  });
  let kept: () => unknown = () => null;
  const running = handle((await take(queue, 'lipsync_batch'))!, {
    signal: new AbortController().signal,
    progress: () => {},
    keep: (result) => {
      kept = result;
    },
  });
  await expect(running).rejects.toMatchObject({
    awaited: { jobId: 'speech', stage: 'waiting for the speech' },
  });
  expect(kept()).toMatchObject({
    scenes: [
      { id: 'one', status: 'succeeded', output: { jobId: 'batch', part: '001', name: 'clip.mp4' } },
      { id: 'two', status: 'queued' },
    ],
  });
});
