import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbedder } from './create-embedder.js';
import type { Embedder } from './embedder.js';
import { InferenceClosedError, InferenceWorkerError, ModelMissingError } from './errors.js';
import { openModel } from './model-registry.js';

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

const references = (
  JSON.parse(readFileSync(fixture('reference-vectors.json'), 'utf8')) as { text: string; vector: string }[]
).map(({ text, vector }) => ({
  text,
  vector: new Float32Array(new Uint8Array(Buffer.from(vector, 'base64')).buffer),
}));

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

let modelDir: string;
let embedder: Embedder;
beforeAll(async () => {
  modelDir = (await openModel('bge-small-en-v1.5-int8')).dir;
  embedder = await createEmbedder({ modelDir });
});
afterAll(() => embedder?.close());

describe('embedder', () => {
  it('has the dimensions and name of the model', () => {
    expect(embedder).toMatchObject({ dimensions: 384, modelName: 'bge-small-en-v1.5-int8', maxTokens: 256 });
  });

  // On the machine of the reference the cosine is 1.0000000; int8 kernels of other processors round otherwise.
  it.each(references)('agrees with the Python reference: %$', async ({ text, vector }) => {
    const [own] = await embedder.embed(text);
    expect(own).toHaveLength(384);
    expect(dot(own!, own!)).toBeCloseTo(1, 5);
    expect(dot(own!, vector)).toBeGreaterThan(0.995);
  });

  it('gives related texts a higher similarity than unrelated texts', async () => {
    const texts = [
      'How do I reset my password?',
      'I forgot my login credentials',
      'The soup needs more salt',
    ];
    const [question, near, far] = (await Promise.all(texts.map((text) => embedder.embed(text)))).flat();
    expect(dot(question!, near!)).toBeGreaterThan(dot(question!, far!) + 0.1);
  });

  it('gives bit-identical vectors under load', async () => {
    const single = await embedder.embed('We ship on Fridays.');
    const [, among] = await Promise.all(
      ['Never on Mondays.', 'We ship on Fridays.', 'x'].map((t) => embedder.embed(t)),
    );
    expect(among).toEqual(single);
  });

  it.each(['', ' \t\n', '\0\0', '\ud800', '\u200b', '\u0301'])(
    'takes text without words: %j',
    async (text) => {
      expect(await embedder.embed(text)).toEqual(await embedder.embed(''));
    },
  );

  it('accepts 64 KiB without a space', async () => {
    expect(await embedder.embed('a'.repeat(65_536))).toHaveLength(1);
  });

  it('splits a long text into windows', async () => {
    const text = Array.from({ length: 300 }, (_, i) => ['time', 'year', 'way', 'day'][i % 4]).join(' ');
    const windows = await embedder.embed(text);
    expect(windows).toHaveLength(2);
    const [tail] = await embedder.embed(text.split(' ').slice(222).join(' '));
    expect(windows[1]).toEqual(tail);
  });

  it('runs an inference for each probe', async () => {
    const { completed } = embedder.stats();
    expect((await embedder.probe()).latencyMs).toBeGreaterThan(0);
    await embedder.probe();
    expect(embedder.stats().completed).toBe(completed + 2);
  });
});

describe('a model with prefixes', () => {
  let multilingual: Embedder;
  beforeAll(async () => {
    const { dir, embedding } = await openModel('multilingual-e5-small');
    multilingual = await createEmbedder({ modelDir: dir, format: embedding });
  });
  afterAll(() => multilingual?.close());

  it('finds passages of any language', async () => {
    const [question] = await multilingual.embed('Wo haben wir letzten Sommer Urlaub gemacht?', {
      inputType: 'query',
    });
    const [same, other, foreign] = (
      await Promise.all(
        [
          'Im Juli sind wir zwei Wochen in den Bergen gewandert.',
          'Die Rechnung des Zahnarztes ist bezahlt.',
          'In July we hiked in the mountains for two weeks.',
        ].map((text) => multilingual.embed(text)),
      )
    ).flat();
    expect(dot(question!, question!)).toBeCloseTo(1, 5);
    expect(dot(question!, same!)).toBeGreaterThan(dot(question!, other!));
    expect(dot(question!, foreign!)).toBeGreaterThan(dot(question!, other!));
  });

  it('embeds a query and a passage differently, a passage by default', async () => {
    const text = 'Backups run at night';
    const [passage] = await multilingual.embed(text);
    expect(await multilingual.embed(text, { inputType: 'passage' })).toEqual([passage]);
    expect(await multilingual.embed(text, { inputType: 'query' })).not.toEqual([passage]);
  });

  it('repeats the prefix in every window of a long text', async () => {
    const words = Array.from({ length: 400 }, (_, i) => ['time', 'year', 'way', 'day'][i % 4]!);
    const windows = await multilingual.embed(words.join(' '));
    expect(windows).toHaveLength(2);
    // Each word is one token, and "passage: " has two.
    const [tail] = await multilingual.embed(words.slice(256 - 2 - 2 - 32).join(' '));
    expect(windows[1]).toEqual(tail);
  });

  it.each(['', ' \t\n', '\0\0', '\ud800', '\u200b'])('takes text without words: %j', async (text) => {
    expect(await multilingual.embed(text)).toEqual(await multilingual.embed(''));
  });
});

describe('a worker that exits', () => {
  let exiting: Embedder;
  beforeAll(async () => {
    exiting = await createEmbedder(
      { modelDir },
      { workerEntry: fixture('dying-worker.mjs'), restartDelayMs: () => 0 },
    );
  });
  afterAll(() => exiting?.close());

  it.each([
    ['exit!', 'ended with code 3'],
    ['throw!', 'thrown on request'],
    ['out of memory!', 'memory limit'],
  ])('%s fails only its own call', async (text, message) => {
    const killed = exiting.embed(text);
    const queued = exiting.embed('The next in the queue');
    const error = await killed.catch((error: unknown) => error);
    expect(error).toBeInstanceOf(InferenceWorkerError);
    expect((error as Error).message).toContain(message);
    expect(await queued).toEqual(await embedder.embed('The next in the queue'));
  });
});

describe('starting and closing', () => {
  it('rejects running and later calls after close', async () => {
    const short = await createEmbedder({ modelDir });
    const calls = ['a', 'b', 'c'].map((text) =>
      expect(short.embed(text)).rejects.toThrow(InferenceClosedError),
    );
    await Promise.all([...calls, short.close()]);
    await expect(short.embed('late')).rejects.toThrow(InferenceClosedError);
    await expect(short.probe()).rejects.toThrow(InferenceClosedError);
    await short.close();
  });

  it('reports a missing file and a model that cannot be loaded', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'anima-model-'));
    try {
      await expect(createEmbedder({ modelDir: dir })).rejects.toThrow(
        new ModelMissingError(`Expected model.onnx of the embedding model in ${dir}, found none`),
      );
      await writeFile(join(dir, 'model.onnx'), 'no model');
      await copyFile(join(modelDir, 'tokenizer.json'), join(dir, 'tokenizer.json'));
      await expect(createEmbedder({ modelDir: dir })).rejects.toThrow(InferenceWorkerError);
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});
