import { access } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Embedder, EmbedderOptions } from './embedder.js';
import { EmbeddingPool } from './embedding-pool.js';
import { startEmbeddingThread } from './embedding-thread.js';
import { ModelMissingError } from './errors.js';
import { checkWindow, DEFAULT_WINDOW } from './token-windows.js';

const PROBE_TEXT = 'Is the embedding model answering?';

/** Not part of the package's interface: tests bring their own worker and their own pauses. */
export interface EmbedderInternals {
  readonly workerEntry?: string;
  readonly restartDelayMs?: (attempt: number) => number;
}

/** 100 ms, 200, 400, ... up to half a minute. */
const restartDelayMs = (attempt: number): number => Math.min(30_000, 100 * 2 ** (attempt - 1));

/**
 * Starts the workers and resolves when each has loaded the model and answered once. Rejects with ModelMissingError when a
 * file is not there, with InferenceWorkerError when the model cannot be loaded. It trusts the files: `openModel` is what
 * checks them.
 */
export async function createEmbedder(
  options: EmbedderOptions,
  internals: EmbedderInternals = {},
): Promise<Embedder> {
  const { modelDir, workers = 1, maxQueue = 512 } = options;
  const window = checkWindow(options.window ?? DEFAULT_WINDOW);
  await checkFiles(modelDir);
  const pool = await EmbeddingPool.start({
    start: () => startEmbeddingThread({ modelDir, window }, internals.workerEntry),
    workers,
    maxQueue,
    window,
    restartDelayMs: internals.restartDelayMs ?? restartDelayMs,
  });

  return {
    dimensions: pool.dimensions,
    modelName: basename(modelDir),
    maxTokens: window.tokens,
    embed: (text, embedOptions) => pool.vectors(text, embedOptions),
    stats: () => pool.stats(),
    probe: async () => {
      const started = performance.now();
      await pool.vectors(PROBE_TEXT, { priority: 'query' });
      return { latencyMs: performance.now() - started };
    },
    close: () => pool.close(),
  };
}

async function checkFiles(modelDir: string): Promise<void> {
  for (const file of ['model.onnx', 'tokenizer.json']) {
    try {
      await access(join(modelDir, file));
    } catch (cause) {
      throw new ModelMissingError(`The embedding model is missing ${file}: looked for it in ${modelDir}`, {
        cause,
      });
    }
  }
}
