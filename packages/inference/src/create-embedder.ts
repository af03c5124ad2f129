import { access } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Embedder, EmbedderOptions } from './embedder.js';
import { BERT_FORMAT } from './embedding-format.js';
import { EmbeddingPool } from './embedding-pool.js';
import { startEmbeddingThread } from './embedding-thread.js';
import { ModelMissingError } from './errors.js';
import { checkWindow, DEFAULT_WINDOW } from './token-windows.js';

const PROBE_TEXT = 'Is the embedding model answering?';

/** Worker and delays of tests; not part of the public interface. */
export interface EmbedderInternals {
  readonly workerEntry?: string;
  readonly restartDelayMs?: (attempt: number) => number;
}

/** Returns 100 ms, 200 ms, 400 ms and so on, up to 30 s. */
const restartDelayMs = (attempt: number): number => Math.min(30_000, 100 * 2 ** (attempt - 1));

/**
 * Starts the workers and resolves when each has loaded the model. Rejects with ModelMissingError if a file is missing, and
 * with InferenceWorkerError if the model cannot be loaded. Does not check the content of files, as `openModel` does.
 */
export async function createEmbedder(
  options: EmbedderOptions,
  internals: EmbedderInternals = {},
): Promise<Embedder> {
  const { modelDir, format = BERT_FORMAT, workers = 1, maxQueue = 512 } = options;
  const window = checkWindow(options.window ?? DEFAULT_WINDOW, format.maxTokens);
  await checkFiles(modelDir, ['model.onnx', format.vocabulary]);
  const pool = await EmbeddingPool.start({
    start: () => startEmbeddingThread({ modelDir, format, window }, internals.workerEntry),
    workers,
    maxQueue,
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

async function checkFiles(modelDir: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    try {
      await access(join(modelDir, file));
    } catch (cause) {
      throw new ModelMissingError(`Expected ${file} of the embedding model in ${modelDir}, found none`, {
        cause,
      });
    }
  }
}
