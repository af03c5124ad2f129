import { LRUCache } from 'lru-cache';
import type { WordEmbedder, WordVectors } from '../../ports/word-embedder.js';

/** The nearest neighbours of a text, and the questions asked again and again: about 20 kB each. */
const KEPT_TEXTS = 512;
/** An audit asks for long texts too, of up to 800 kB. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** As `embedder`, but for the texts met last without another inference; the same object for the same text. */
export function cacheWordVectors(embedder: WordEmbedder): WordEmbedder {
  const kept = new LRUCache<string, WordVectors>({
    max: KEPT_TEXTS,
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ vector, rows }) => vector.byteLength + rows.byteLength,
  });
  const underWay = new Map<string, { signal: AbortSignal | undefined; vectors: Promise<WordVectors> }>();
  return {
    async embedWords(text, options = {}) {
      const known = kept.get(text);
      if (known !== undefined) return known;
      const { signal } = options;
      const begun = underWay.get(text);
      // Whoever withdraws must not take it from another one.
      if (begun !== undefined && begun.signal === signal) return begun.vectors;
      const vectors = embedder.embedWords(text, options);
      underWay.set(text, { signal, vectors });
      try {
        const made = await vectors;
        kept.set(text, made);
        return made;
      } finally {
        if (underWay.get(text)?.vectors === vectors) underWay.delete(text);
      }
    },
  };
}
