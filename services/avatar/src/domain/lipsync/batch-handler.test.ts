import { beforeEach, expect, it } from 'vitest';
import { createAudioEncoder } from '../../adapters/audio-encoder.js';
import { createHeldFiles } from '../../adapters/files/held-files.js';
import { newJob, take } from '../../ports/job-queue.contract.js';
import { createMemoryEngine } from '../../testing/engines/memory-engine.js';
import { createMemoryJobs } from '../../testing/memory-jobs.js';
import { createMemoryMediaStore } from '../../testing/memory-media.js';
import { createMemoryRender } from '../../testing/memory-render.js';
import type { JobContext } from '../job-handler.js';
import { createBatchHandler } from './batch-handler.js';
import type { BatchPayload, ClipPayload, ClipSound } from './clip-payload.js';
import type { BatchResult } from './scenes.js';

const local = (path: string) => ({ kind: 'local_file', path }) as const;
const SOUND = { kind: 'audio', jobId: 'recorded', name: 'speech.wav' } as const;
const recorded: ClipSound = { kind: 'file', file: SOUND };
const spoken = (text: string): ClipSound => ({
  ...{ kind: 'text', text, voice: 'beep-low', speed: 1, seed: 0, lexicon: {} },
});
const scene = (
  id: string,
  sound: ClipSound,
  fields: Partial<ClipPayload> = {},
): BatchPayload['scenes'][number] => ({
  id,
  clip: {
    subject: { name: null, file: local('/leo.glb'), kind: 'head' },
    sound,
    engine: 'sketch',
    options: {
      ...{ fps: 10, width: 64, enhance: false, headMotion: 0, blink: false, fade: 0, captions: 'beside' },
      ...{ background: { kind: 'default' }, faceAt: null, seed: 0 },
    },
    ...fields,
  },
});

let jobs: ReturnType<typeof createMemoryJobs>;
let media: ReturnType<typeof createMemoryMediaStore>;
let failures: string[];
beforeEach(() => {
  jobs = createMemoryJobs();
  media = createMemoryMediaStore();
  media.put(SOUND, Buffer.from('{"seconds":2}'));
  failures = [];
});

/** Runs a batch of these scenes; what it kept last is told with whatever it came to. */
async function run(scenes: BatchPayload['scenes'], options: Partial<BatchPayload> = {}) {
  const payload: BatchPayload = { scenes, concat: false, continueOnError: true, ...options };
  await jobs.queue.accept(newJob('batch', { kind: 'lipsync_batch', payload }), 200);
  return { ...(await goOn(null)), payload };
}

async function goOn(result: unknown) {
  const { renderer, joiner } = createMemoryRender({ files: createHeldFiles(media) });
  const handle = createBatchHandler({
    speech: createMemoryEngine(),
    encoder: createAudioEncoder(null),
    media,
    records: jobs.records,
    renderer,
    joiner,
    onFailure: (_, sceneId) => failures.push(sceneId),
  });
  let kept: () => unknown = () => null;
  const stages: string[] = [];
  const context: JobContext = {
    signal: new AbortController().signal,
    progress: (_, stage) => void stages.push(stage ?? ''),
    keep: (told) => {
      kept = told;
    },
  };
  const job = (await take(jobs.queue, 'lipsync_batch'))!;
  const outcome = await handle({ ...job, result }, context).catch((error: unknown) => ({ error }));
  return { outcome, kept: kept() as BatchResult, stages };
}

it('a batch waits for the speech of a scene when it comes to it, and keeps the scenes before', async () => {
  await jobs.queue.accept(newJob('speech'), 200);
  const { outcome, kept } = await run([
    scene('one', recorded),
    scene('two', { kind: 'speech_job', jobId: 'speech' }),
  ]);
  expect(outcome).toMatchObject({
    error: { awaited: { jobId: 'speech', stage: 'waiting for the speech' } },
  });
  expect(kept).toMatchObject({
    scenes: [
      { id: 'one', status: 'succeeded', output: { jobId: 'batch', part: '001', name: 'clip.mp4' } },
      { id: 'two', status: 'queued' },
    ],
  });
});

it('a batch is one film of its scenes where that is asked for, and each has its subtitles', async () => {
  const { outcome, stages } = await run([scene('one', recorded), scene('two', spoken('Good morning.'))], {
    concat: true,
  });
  const { output, result } = outcome as { output: unknown; result: BatchResult };
  expect(output).toEqual({ kind: 'video', jobId: 'batch', name: 'film.mp4' });
  const [one, two] = result.scenes;
  expect(result.film).toEqual({ duration: one!.duration! + two!.duration!, scenes: ['one', 'two'] });
  expect(await media.stat({ kind: 'video', jobId: 'batch', part: '002', name: 'clip.srt' })).not.toBeNull();
  // The sound that was spoken for it went with its draft.
  expect(await media.stat({ kind: 'video', jobId: 'batch', part: '002', name: 'speech.wav' })).toBeNull();
  expect(stages.at(-1)).toBe('joining the scenes');
});

it.each([
  ['goes on with the others', true, ['succeeded', 'failed', 'succeeded']],
  ['ends where it is asked to', false, ['succeeded', 'failed', 'queued']],
])('a batch with a scene that fails %s', async (_, continueOnError, statuses) => {
  const gone = { kind: 'file', file: { ...SOUND, name: 'gone.wav' } } as const;
  const { outcome, kept } = await run(
    [scene('one', recorded), scene('two', gone), scene('three', recorded)],
    { continueOnError },
  );
  expect(kept.scenes.map(({ status }) => status)).toEqual(statuses);
  expect(kept.scenes[1]!.error).toMatchObject({ code: 'path_not_found' });
  const refused = { code: 'path_not_found', message: expect.stringMatching(/^Scene "two": /) };
  expect(outcome).toMatchObject(continueOnError ? { result: { failed_scenes: 1 } } : { error: refused });
  // What was refused was foreseen.
  expect(failures).toEqual([]);
});

it('a batch whose every scene fails does, with the first reason', async () => {
  const { outcome } = await run([scene('one', recorded, { engine: 'gone' })]);
  expect(outcome).toMatchObject({ error: { code: 'model_not_found' } });
  expect(String((outcome as { error: Error }).error.message)).toMatch(/^Every scene failed; the first one: /);
});

it('a batch that is taken up again keeps the scenes that are there, and makes the others', async () => {
  const { kept, payload } = await run([scene('one', recorded), scene('two', recorded)]);
  await media.remove('video', ['batch']);
  jobs = createMemoryJobs();
  await jobs.queue.accept(newJob('batch', { kind: 'lipsync_batch', payload }), 200);
  const first = { ...kept.scenes[0]!, duration: 99 };
  media.put(first.output!, Buffer.from('{"seconds":99}'));
  const again = await goOn({ ...kept, scenes: [first, kept.scenes[1]!] });
  expect(again.kept.scenes.map(({ status, duration }) => [status, duration])).toEqual([
    ['succeeded', 99],
    ['succeeded', 2],
  ]);
});
