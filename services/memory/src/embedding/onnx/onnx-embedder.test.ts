import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { testTextEmbedder } from '../text-embedder.contract.js';
import { createOnnxEmbedder, type OnnxEmbedder } from './onnx-embedder.js';

const MODEL = 'bge-small-en-v1.5-int8';
let embedder: OnnxEmbedder;
beforeAll(async () => {
  embedder = await createOnnxEmbedder({ model: MODEL, workers: 1 });
});
afterAll(() => embedder.close());

testTextEmbedder('onnxruntime', async (options) => {
  const busy = await createOnnxEmbedder({ model: MODEL, workers: 1, ...options });
  return { embedder: busy, close: () => busy.close() };
});

it('embeds queries before texts that wait to be stored', async () => {
  const texts = Array.from({ length: 20 }, (_, i) => `Text ${i} waits to be stored`);
  let stored = 0;
  const storing = texts.map((text) => embedder.embed([text]).then(() => stored++));
  const background = embedder.embed(['Compared by an audit']).then(() => stored);
  await embedder.embed(['Is this question answered already?'], { priority: 'query' });
  // One text was already running.
  expect(stored).toBeLessThanOrEqual(1);
  await Promise.all(storing);
  expect(await background).toBe(texts.length);
});

it('computes no text of a batch that was aborted while it waited', async () => {
  const { completed } = embedder.stats();
  const leaving = new AbortController();
  const before = embedder.embed(['under way']);
  const withdrawn = embedder.embed(['a', 'b', 'c'], { signal: leaving.signal });
  expect(embedder.stats().queued).toBe(3);
  leaving.abort();
  expect(embedder.stats().queued).toBe(0);
  await expect(withdrawn).rejects.toBe(leaving.signal.reason);
  await before;
  await embedder.embed(['after']);
  expect(embedder.stats()).toMatchObject({ queued: 0, running: 0, completed: completed + 2 });
});

it('names the missing model and the solution in one line', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'anima-no-models-'));
  vi.stubEnv('ANIMA_MODELS_DIR', empty);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(empty, { recursive: true });
  });
  const error = await createOnnxEmbedder({ model: MODEL, workers: 1 }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(AppError);
  expect((error as AppError).message).toBe(
    `Expected ${join(empty, 'registry.json')}, found none: set ANIMA_MODELS_DIR to the folder that contains it`,
  );
});
