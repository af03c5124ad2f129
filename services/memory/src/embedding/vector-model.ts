import type { EmbeddingModel, TextEmbedder } from './text-embedder.js';

/** The model that created the vectors of a database. */
export interface VectorModel extends Pick<EmbeddingModel, 'name' | 'revision'> {
  readonly dimensions: number;
}

export function vectorModelOf({ model, dimensions }: TextEmbedder): VectorModel {
  return { name: model.name, revision: model.revision, dimensions };
}

export function sameModel(a: VectorModel, b: VectorModel): boolean {
  return a.name === b.name && a.dimensions === b.dimensions && a.revision === b.revision;
}

/** Returns whether vectors of `made` can be compared with those of the embedder. */
export function isComparable(made: VectorModel, { model, dimensions }: TextEmbedder): boolean {
  if (made.name !== model.name || made.dimensions !== dimensions) return false;
  if (made.revision === model.revision || model.comparableRevisions.includes(made.revision)) return true;
  return model.comparesWith?.(made.revision) ?? false;
}

/** Returns a message of one line: the two models, and the two solutions. */
export function otherModelMessage(made: VectorModel, wanted: VectorModel): string {
  const way = 'run `anima reindex` (npm run reindex) to re-embed all memories';
  if (made.name === wanted.name)
    return `The vectors of this database were made with other files of ${made.name} (${describe(made)}) than the installed ones (${describe(wanted)}): ${way}, or restore the other files`;
  return `The vectors of this database were made with ${made.name} (${describe(made)}), and MEMORY_EMBEDDING_MODEL is ${wanted.name} (${describe(wanted)}): ${way}, or set MEMORY_EMBEDDING_MODEL=${made.name}`;
}

function describe({ dimensions, revision }: VectorModel): string {
  return `${dimensions} dimensions, revision ${revision}`;
}
