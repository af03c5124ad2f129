import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JobContext } from '../jobs/job-handler.js';
import { newJob, take } from '../jobs/job-queue.contract.js';
import { createJobRunner, type JobRunner } from '../jobs/job-runner.js';
import { createHeldFiles } from '../media/held-files.js';
import { createAudioEncoder } from '../speech/audio-encoder.js';
import { createMemoryEngine } from '../testing/engines/memory-engine.js';
import { createMemoryJobs } from '../testing/memory-jobs.js';
import { createMemoryMediaStore } from '../testing/memory-media.js';
import { createMemoryRender } from '../testing/memory-render.js';
import { createBatchHandler } from './batch-handler.js';
import type { BatchPayload, ClipPayload, ClipSound } from './clip-payload.js';
import { createSceneHandler } from './scene-handler.js';
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
let failures: unknown[];
let storedResult: () => unknown;
let stages: string[];
let runner: JobRunner | undefined;
afterEach(() => runner?.close());
beforeEach(() => {
  jobs = createMemoryJobs();
  media = createMemoryMediaStore();
  media.put(SOUND, Buffer.from('{"seconds":2}'));
  failures = [];
  storedResult = () => null;
  stages = [];
});

/** Runs a batch of these scenes. Returns the last kept result together with the outcome. */
async function run(scenes: BatchPayload['scenes'], options: Partial<BatchPayload> = {}, until?: AbortSignal) {
  const payload: BatchPayload = { scenes, concat: false, continueOnError: true, ...options };
  await jobs.queue.accept(newJob('batch', { kind: 'lipsync_batch', payload }), 200);
  return { ...(await goOn(null, until)), payload };
}

/** While a runner makes the scenes; `until` ends the batch early. */
async function goOn(result: unknown, until = new AbortController().signal) {
  const { renderer, joiner } = createMemoryRender({ files: createHeldFiles(media) });
  const { queue, records } = jobs;
  const makeScene = createSceneHandler({
    speech: createMemoryEngine(),
    encoder: createAudioEncoder(null),
    media,
    records,
    renderer,
  });
  const scenes = createJobRunner({
    queue,
    worker: 'draws',
    handlers: { lipsync_scene: makeScene },
    concurrency: () => ({ lipsync_scene: 1 }),
    clock: Date.now,
    onFailure: (_, error) => failures.push(error),
    onFinished: () => {},
    onTakenUp: () => {},
    onTrouble: (error) => failures.push(error),
  });
  runner = scenes;
  const onAccepted = () => scenes.wake();
  const handle = createBatchHandler({
    queue,
    records,
    media,
    joiner,
    needs: () => [],
    onAccepted,
    lookMs: 1,
  });
  const context: JobContext = {
    signal: until,
    assertOurs: async () => {},
    progress: (_, stage) => void stages.push(stage ?? ''),
    keep: (told) => {
      storedResult = told;
    },
  };
  const job = (await take(jobs.queue, 'lipsync_batch'))!;
  const outcome = await handle({ ...job, result }, context).catch((error: unknown) => ({ error }));
  return { outcome, storedResult: storedResult() as BatchResult, stages };
}

it('a scene waits only for its speech, and finished scenes are visible', async () => {
  await jobs.queue.accept(newJob('speech'), 200);
  const stopping = new AbortController();
  const running = run(
    [scene('one', recorded), scene('two', { kind: 'speech_job', jobId: 'speech' })],
    {},
    stopping.signal,
  );
  await vi.waitFor(() => expect(stages.at(-1)).toBe('scene 2: waiting for the speech'), { timeout: 15_000 });
  stopping.abort();
  const { storedResult } = await running;
  expect(storedResult).toMatchObject({
    scenes: [
      { id: 'one', status: 'succeeded', output: { jobId: 'batch', part: '001', name: 'clip.mp4' } },
      { id: 'two', status: 'queued' },
    ],
  });
});

it('a batch joins its scenes to one film if requested, with subtitles for each', async () => {
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
  await jobs.queue.accept(newJob('speech'), 200);
  const last: ClipSound = continueOnError ? recorded : { kind: 'speech_job', jobId: 'speech' };
  const { outcome, storedResult } = await run(
    [scene('one', recorded), scene('two', gone), scene('three', last)],
    {
      continueOnError,
    },
  );
  expect(storedResult.scenes.map(({ status }) => status)).toEqual(statuses);
  expect(storedResult.scenes[1]!.error).toMatchObject({ code: 'path_not_found' });
  const refused = { code: 'path_not_found', message: expect.stringMatching(/^Scene "two": /) };
  expect(outcome).toMatchObject(continueOnError ? { result: { failed_scenes: 1 } } : { error: refused });
  // Rejected scenes are expected, so they are no failures.
  expect(failures).toEqual([]);
});

it('a batch whose every scene fails does, with the first reason', async () => {
  const { outcome } = await run([scene('one', recorded, { engine: 'gone' })]);
  expect(outcome).toMatchObject({ error: { code: 'model_not_found' } });
  expect(String((outcome as { error: Error }).error.message)).toMatch(/^Every scene failed; the first one: /);
});

it('a reclaimed batch keeps the finished scenes and renders the others', async () => {
  const { storedResult, payload } = await run([scene('one', recorded), scene('two', recorded)]);
  await media.remove('video', ['batch']);
  jobs = createMemoryJobs();
  await jobs.queue.accept(newJob('batch', { kind: 'lipsync_batch', payload }), 200);
  const first = { ...storedResult.scenes[0]!, duration: 99 };
  media.put(first.output!, Buffer.from('{"seconds":99}'));
  const again = await goOn({ ...storedResult, scenes: [first, storedResult.scenes[1]!] });
  expect(again.storedResult.scenes.map(({ status, duration }) => [status, duration])).toEqual([
    ['succeeded', 99],
    ['succeeded', 2],
  ]);
});
