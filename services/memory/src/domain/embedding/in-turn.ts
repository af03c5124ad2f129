import type { MemoryDependencies } from '../dependencies.js';

/** What a caller works with takes turns with that of other callers where texts are embedded. */
export function inTurnOf<Deps extends Pick<MemoryDependencies, 'embedder' | 'questions'>>(
  deps: Deps,
  caller: string | null,
): Deps {
  if (caller === null) return deps;
  const { embedder, questions } = deps;
  return {
    ...deps,
    embedder: { ...embedder, embed: (texts, options) => embedder.embed(texts, { caller, ...options }) },
    questions: { ...questions, of: (question) => questions.of(question, caller) },
  };
}
