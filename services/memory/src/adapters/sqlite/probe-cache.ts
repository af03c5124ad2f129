import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { OnnxEmbedder } from '../onnx/onnx-embedder.js';

/** What is cached today: answers of writes by Idempotency-Key, and vectors of questions. */
export function probeResponseCache(db: DatabaseSyncInstance, embedder: OnnxEmbedder): string {
  const { answers } = db.prepare('SELECT count(*) AS answers FROM idempotency_key').get() as {
    answers: number;
  };
  const { cacheHits, cacheMisses } = embedder.stats();
  return `${answers} answers kept for repeated writes; question vectors: ${cacheHits} hits, ${cacheMisses} misses`;
}
