import { expect, it } from 'vitest';
import { newJob, take } from '../../ports/job-queue.contract.js';
import type { MediaDraft } from '../../ports/media-store.js';
import { createMemoryJobs } from '../../testing/memory-jobs.js';
import { createBatchHandler } from './batch-handler.js';
import type { BatchPayload, ClipSound } from './clip-payload.js';

const draft: MediaDraft = {
  path: (name) => name,
  write: async () => {},
  remove: async () => {},
  publish: async () => new Map([['clip.mp4', '/clip.mp4']]),
  discard: async () => {},
};
const scene = (id: string, sound: ClipSound): BatchPayload['scenes'][number] => ({
  id,
  clip: {
    subject: { name: null, path: '/leo.glb', kind: 'head' },
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
      scene('one', { kind: 'file', path: '/a.wav' }),
      scene('two', { kind: 'speech_job', jobId: 'speech' }),
    ],
    concat: false,
    continueOnError: true,
  };
  await queue.accept(newJob('batch', { kind: 'lipsync_batch', payload }), 200);
  const handle = createBatchHandler({
    engine: { voices: [], load: async () => {}, speak: async function* () {} },
    encoder: { open: () => Promise.reject(new Error('nothing is spoken')) },
    media: {
      begin: async () => draft,
      find: async (_, path) => path,
      remove: async () => {},
      clean: async () => {},
    },
    records,
    renderer: {
      render: async () => ({
        ...{ duration: 1, fps: 10, frames: 10, width: 64, height: 64, faceTrack: null, notes: [] },
      }),
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
      { id: 'one', status: 'succeeded', output_path: '/clip.mp4' },
      { id: 'two', status: 'queued' },
    ],
  });
});
