import { AppError } from '@anima/service/errors';
import type { MemoryConfig } from './config.js';
import { createOnnxEmbedder } from './embedding/onnx/onnx-embedder.js';
import { createServerEmbedder } from './embedding/server/server-embedder.js';
import type { TextEmbedder } from './embedding/text-embedder.js';
import { mayReceiveTexts } from './judge/chat/server-url.js';

/** An embedder that runs until it is closed. */
export interface OpenedEmbedder extends TextEmbedder {
  /** `requests` is set only for an embeddings server. */
  stats(): {
    queued: number;
    running: number;
    completed: number;
    requests?: { retried: number; failed: number };
  };
  close(): Promise<void>;
}

export interface Embedders {
  embedder: OpenedEmbedder;
  /** Name of the engine that runs the model. */
  runtime: string;
}

/** Settings lose the space at their end. */
const prefixOf = (setting: string | undefined) => (setting ? `${setting} ` : '');

/** Opens the configured model on this machine or on a server. Rejects with an AppError of one line. */
export async function openEmbedder(config: MemoryConfig): Promise<Embedders> {
  const { MEMORY_EMBEDDINGS_URL: url, MEMORY_EMBEDDING_MODEL: model } = config;
  if (!url) {
    const embedder = await createOnnxEmbedder({ model, workers: config.MEMORY_EMBEDDING_WORKERS });
    return { embedder, runtime: 'onnxruntime' };
  }
  if (!mayReceiveTexts(url))
    throw new AppError(
      'invalid_configuration',
      'MEMORY_EMBEDDINGS_URL: expected an https address, or http within private networks, as http://127.0.0.1:11434/v1',
    );
  const embedder = await createServerEmbedder({
    url,
    model,
    apiKey: config.MEMORY_EMBEDDINGS_API_KEY ?? null,
    dimensions: config.MEMORY_EMBEDDINGS_DIMENSIONS ?? null,
    maxTokens: config.MEMORY_EMBEDDINGS_MAX_TOKENS,
    prefixes: {
      query: prefixOf(config.MEMORY_EMBEDDINGS_QUERY_PREFIX),
      passage: prefixOf(config.MEMORY_EMBEDDINGS_PASSAGE_PREFIX),
    },
  });
  return { embedder, runtime: 'openai' };
}
