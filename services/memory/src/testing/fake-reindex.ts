import type { MadeVectors, MemoryText, ReindexSource, ReindexStage } from '../embedding/reindex.js';

/** A ReindexSource in RAM. */
export function createFakeReindexSource(
  memories: readonly MemoryText[],
  queries: readonly string[] = [],
): ReindexSource {
  const questions = queries.map((query, at) => ({ key: at + 1, query }));
  return {
    memories: async (after, limit) => memories.filter(({ key }) => key > after).slice(0, limit),
    questions: async (after, limit) => questions.filter(({ key }) => key > after).slice(0, limit),
    count: async () => memories.length + new Set(queries).size,
  };
}

/** A ReindexStage in RAM, with its contents. */
export function createFakeReindexStage() {
  const memories = new Map<number, MadeVectors['memories'][number]>();
  const questions = new Map<string, Float32Array>();
  const stage: ReindexStage = {
    lackingMemories: async (wanted) =>
      wanted.filter(({ key, textSeq }) => memories.get(key)?.textSeq !== textSeq),
    lackingQuestions: async (wanted) => wanted.filter((query) => !questions.has(query)),
    async put(made) {
      for (const memory of made.memories) memories.set(memory.key, memory);
      for (const { query, vector } of made.questions) questions.set(query, vector);
    },
    count: async () => memories.size + questions.size,
  };
  return { stage, memories, questions };
}
