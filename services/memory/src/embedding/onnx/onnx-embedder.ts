import { setMaxListeners } from 'node:events';
import {
  createEmbedder,
  InferenceClosedError,
  InferenceError,
  openModel,
  QueueFullError,
} from '@anima/inference';
import { AppError } from '@anima/service/errors';
import type { EmbedOptions, TextEmbedder } from '../text-embedder.js';

export interface OnnxEmbedder extends TextEmbedder {
  stats(): { queued: number; running: number; completed: number };
  close(): Promise<void>;
}

export interface OnnxEmbedderOptions {
  /** Name of an embedding model in models/registry.json. */
  model: string;
  workers: number;
  /** Maximum number of texts of one priority in the queue; default 512. */
  maxWaiting?: number;
}

/** Opens a model on the CPU. Rejects with an AppError that states missing files and the solution. */
export async function createOnnxEmbedder(options: OnnxEmbedderOptions): Promise<OnnxEmbedder> {
  const { embedder, model } = await open(options).catch((error: unknown) => {
    throw error instanceof InferenceError
      ? new AppError('unavailable', error.message, { cause: error })
      : error;
  });

  /** Embeds the texts separately, since a batch changes the vectors (see embedding-session.ts). */
  async function embedAll(texts: readonly string[], { signal, ...options }: EmbedOptions) {
    if (texts.length === 1) return [await embedder.embed(texts[0]!, { ...options, signal })];
    const leaving = new AbortController();
    // Every text listens to this signal.
    setMaxListeners(0, leaving.signal);
    const leave = () => leaving.abort(signal?.reason);
    if (signal?.aborted) leave();
    signal?.addEventListener('abort', leave);
    try {
      return await Promise.all(
        texts.map((text) => embedder.embed(text, { ...options, signal: leaving.signal })),
      );
    } catch (error) {
      // The other texts are no longer needed.
      leaving.abort(error);
      throw error;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  return {
    model: { name: model.name, revision: model.revision, comparableRevisions: model.comparable },
    dimensions: embedder.dimensions,
    maxTokens: embedder.maxTokens,
    embed: (texts, options = {}) => embedAll(texts, options).catch(explain(options)),
    probe: async () => void (await embedder.probe()),
    stats: () => embedder.stats(),
    close: () => embedder.close(),
  };
}

async function open({ model: name, workers, maxWaiting }: OnnxEmbedderOptions) {
  const model = await openModel(name);
  const { dir, embedding: format } = model;
  if (format === undefined)
    throw new AppError(
      'invalid_configuration',
      `MEMORY_EMBEDDING_MODEL: expected an embedding model of models/registry.json, received ${name}`,
    );
  return { model, embedder: await createEmbedder({ modelDir: dir, format, workers, maxQueue: maxWaiting }) };
}

function explain({ signal }: EmbedOptions) {
  return (error: unknown): never => {
    signal?.throwIfAborted();
    if (error instanceof QueueFullError) {
      throw new AppError('overloaded', 'The embedding queue is full. Retry shortly', {
        cause: error,
        headers: { 'retry-after': '1' },
      });
    }
    if (error instanceof InferenceClosedError)
      throw new AppError('unavailable', 'The service is stopping', { cause: error });
    throw new AppError('unavailable', 'The embedding model failed on this text; try again', { cause: error });
  };
}
