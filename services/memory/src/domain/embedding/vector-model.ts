import type { EmbeddingModel, MemoryEmbedder } from '../../ports/embedder.js';

export function sameModel(a: EmbeddingModel, b: EmbeddingModel): boolean {
  return a.modelName === b.modelName && a.dimensions === b.dimensions && a.revision === b.revision;
}

/** Whether vectors of `made` may stand beside those that the embedder makes. */
export function isComparable(made: EmbeddingModel, embedder: MemoryEmbedder): boolean {
  const { modelName, dimensions, comparableRevisions } = embedder;
  if (made.modelName !== modelName || made.dimensions !== dimensions) return false;
  return made.revision === embedder.revision || comparableRevisions.includes(made.revision);
}

/** One line: which of the two it is, and the two ways out. */
export function otherModelMessage(made: EmbeddingModel, wanted: EmbeddingModel): string {
  const way = 'run `anima reindex` (npm run reindex) to make them anew';
  if (made.modelName === wanted.modelName)
    return `The vectors of this database were made with other files of ${made.modelName} (${describe(made)}) than those that are here (${describe(wanted)}): ${way}, or bring the other files back`;
  return `The vectors of this database were made with ${made.modelName} (${describe(made)}), and MEMORY_EMBEDDING_MODEL is ${wanted.modelName} (${describe(wanted)}): ${way}, or set MEMORY_EMBEDDING_MODEL=${made.modelName}`;
}

function describe({ dimensions, revision }: EmbeddingModel): string {
  return `${dimensions} dimensions, revision ${revision}`;
}
