import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createOnnxEmbedder } from './onnx-embedder.js';

it('compares what somebody asked ahead of texts that wait to be stored', async () => {
  const embedder = await createOnnxEmbedder({ model: 'bge-small-en-v1.5-int8', workers: 1 });
  onTestFinished(() => embedder.close());
  const texts = Array.from({ length: 20 }, (_, i) => `Text ${i} waits to be stored`);
  let stored = 0;
  const storing = texts.map((text) => embedder.embed(text).then(() => stored++));
  const background = embedder.embedTokens('Compared by an audit').then(() => stored);
  await embedder.embedTokens('Is this question answered already?', { asked: true });
  // One was under way.
  expect(stored).toBeLessThanOrEqual(1);
  await Promise.all(storing);
  expect(await background).toBe(texts.length);
});

it('says in one line which model is missing and what to do', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'anima-no-models-'));
  vi.stubEnv('ANIMA_MODELS_DIR', empty);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(empty, { recursive: true });
  });
  const error = await createOnnxEmbedder({ model: 'bge-small-en-v1.5-int8', workers: 1 }).catch(
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(AppError);
  expect((error as AppError).message).toBe(
    `Found no ${join(empty, 'registry.json')}: set ANIMA_MODELS_DIR to the directory that has it`,
  );
});
