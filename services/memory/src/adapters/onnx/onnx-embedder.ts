import {
  createEmbedder,
  InferenceClosedError,
  InferenceError,
  openModel,
  QueueFullError,
} from '@anima/inference';
import { AppError } from '@anima/service/errors';
import type { MemoryEmbedder } from '../../ports/embedder.js';

export interface OnnxEmbedder extends MemoryEmbedder {
  stats(): { queued: number; running: number; cacheHits: number; cacheMisses: number; completed: number };
  close(): Promise<void>;
}

export interface OnnxEmbedderOptions {
  /** Name of an embedding model in models/registry.json. */
  model: string;
  workers: number;
}

/** That model, on this machine's CPU. Rejects with an AppError that says what is missing and what to do. */
export async function createOnnxEmbedder(options: OnnxEmbedderOptions): Promise<OnnxEmbedder> {
  const { embedder, model } = await open(options).catch((error: unknown) => {
    throw error instanceof InferenceError
      ? new AppError('unavailable', error.message, { cause: error })
      : error;
  });
  return {
    dimensions: embedder.dimensions,
    modelName: model.name,
    revision: model.revision,
    comparableRevisions: model.comparable,
    embed: (text) => embedder.embed(text).catch(explain),
    embedQuery: (text) => embedder.embedQuery(text).catch(explain),
    embedTokens: (text, options) =>
      embedder.embedTokens(text, { priority: options?.asked ? 'query' : 'document' }).catch(explain),
    probe: async () => void (await embedder.probe()),
    stats: () => embedder.stats(),
    close: () => embedder.close(),
  };
}

async function open({ model: name, workers }: OnnxEmbedderOptions) {
  const model = await openModel(name);
  return { model, embedder: await createEmbedder({ modelDir: model.dir, workers }) };
}

function explain(error: unknown): never {
  if (error instanceof QueueFullError) {
    throw new AppError('overloaded', 'Too many texts wait to be embedded; try again shortly', {
      cause: error,
      headers: { 'retry-after': '1' },
    });
  }
  if (error instanceof InferenceClosedError)
    throw new AppError('unavailable', 'The service is stopping', { cause: error });
  throw new AppError('unavailable', 'The embedding model failed on this text; try again', { cause: error });
}
