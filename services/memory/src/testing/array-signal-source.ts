import { describeTurn } from '../search/ranking/describe-turn.js';
import type { Bm25Options, SignalSource } from '../search/signals.js';
import { analyseText } from '../search/text/analyse-text.js';

/** A memory for tests of the ranking. */
export interface PlainMemory {
  content: string;
  speaker?: string;
  conversation?: string;
  occurredAt?: number;
  importance?: number;
  /** Cosine similarity with every query. */
  semantic?: number;
  context?: number;
}

/**
 * Creates a SignalSource over arrays for tests. It follows the definitions directly and is slow; row i is
 * memory i.
 */
export function createArraySource(memories: readonly PlainMemory[]): SignalSource {
  const conversations = [...new Set(memories.flatMap(({ conversation }) => conversation ?? []))];
  const speakers = [...new Set(memories.flatMap(({ speaker }) => speaker ?? []))];
  const described = memories.map((memory) =>
    describeTurn({
      content: memory.content,
      speaker: memory.speaker ?? null,
      occurredAt: memory.occurredAt ?? null,
    }),
  );
  const bodies = memories.map(({ content }) => analyseText(content));
  const headers = described.map(({ header }) => analyseText(header));
  const conversation = Int32Array.from(memories, (memory) =>
    conversations.indexOf(memory.conversation ?? ''),
  );
  const previous = Int32Array.from(memories, (_, row) =>
    row === 0 || conversation[row] === -1 ? -1 : conversation.lastIndexOf(conversation[row]!, row - 1),
  );
  const next = Int32Array.from(memories, (_, row) =>
    conversation[row] === -1 ? -1 : conversation.indexOf(conversation[row]!, row + 1),
  );
  const occurredAt = Float64Array.from(memories, (memory) => memory.occurredAt ?? 0);
  const documentsOf = (rows: Uint32Array, { field }: Bm25Options): string[][] =>
    Array.from(rows, (row) => [...(field === 'all' ? headers[row]! : []), ...bodies[row]!]);
  return {
    hasTurns: conversations.length > 0,
    columns: {
      previous,
      next,
      conversation,
      speaker: Int32Array.from(memories, (memory) => speakers.indexOf(memory.speaker ?? '')),
      occurredAt,
      createdAt: occurredAt,
      importance: Float32Array.from(memories, ({ importance }) => importance ?? 0.5),
      facts: Uint32Array.from(described, ({ facts }) => facts),
    },
    semantic: (_query, rows) => Float32Array.from(rows, (row) => memories[row]!.semantic ?? 0),
    context: (_query, rows) => Float32Array.from(rows, (row) => memories[row]!.context ?? Number.NaN),
    keyword: (terms, rows, options) => bm25(documentsOf(rows, options), terms, options),
    keywordCoverage(terms, rows, options) {
      const documents = documentsOf(rows, options);
      const distinct = [...new Set(terms)];
      const idf = new Map(distinct.map((term) => [term, inverseDocumentFrequency(documents, term)]));
      const sum = (held: readonly string[]) => held.reduce((total, term) => total + idf.get(term)!, 0);
      return {
        bm25: bm25(documents, terms, options),
        covered: Float32Array.from(documents, (document) =>
          sum(distinct.filter((term) => document.includes(term))),
        ),
        totalIdf: sum(distinct),
        absent: distinct.filter((term) => !documents.some((document) => document.includes(term))),
      };
    },
    windowKeyword: (terms, rows, options) =>
      bm25(
        Array.from(rows, (row) => {
          const window = [row];
          for (let at = row, left = options.before; left > 0 && previous[at] !== -1; left--) {
            at = previous[at]!;
            window.push(at);
          }
          for (let at = row, left = options.after; left > 0 && next[at] !== -1; left--) {
            at = next[at]!;
            window.push(at);
          }
          return window.filter((at) => rows.includes(at)).flatMap((at) => bodies[at]!);
        }),
        terms,
        options,
      ),
    speakerName: (speaker) => speakers[speaker]!,
  };
}

function bm25(
  documents: readonly string[][],
  terms: readonly string[],
  { k1, b }: Bm25Options,
): Float32Array {
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length || 1;
  const scores = new Float32Array(documents.length);
  for (const term of new Set(terms)) {
    const idf = inverseDocumentFrequency(documents, term);
    for (const [at, document] of documents.entries()) {
      const tf = document.filter((word) => word === term).length;
      const length = k1 * (1 - b + (b * document.length) / average);
      scores[at]! += (idf * tf * (k1 + 1)) / (tf + length);
    }
  }
  return scores;
}

function inverseDocumentFrequency(documents: readonly string[][], term: string): number {
  const holding = documents.filter((document) => document.includes(term)).length;
  return Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
}
