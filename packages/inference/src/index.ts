export { createEmbedder } from './create-embedder.js';
export type {
  Embedder,
  EmbedderOptions,
  EmbedderStats,
  EmbedOptions,
  Priority,
} from './embedder.js';
export { BERT_FORMAT, type EmbeddingFormat, type InputType } from './embedding-format.js';
export { EmbeddingQueue } from './embedding-queue.js';
export {
  InferenceClosedError,
  InferenceError,
  InferenceWorkerError,
  ModelMissingError,
  QueueFullError,
} from './errors.js';
export type { ModelEntry, ModelFile, OpenedModel, OpenModelOptions } from './model-registry.js';
export { isModelInstalled, openModel, readRegistry, resolveModelsDir, sha256Of } from './model-registry.js';
export type { WindowSize } from './token-windows.js';
