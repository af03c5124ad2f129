import { LRUCache } from 'lru-cache';

/** Room for a vector of 384 numbers and a question of usual length; longer ones count as several. */
const BYTES_PER_ENTRY = 2_048;

/** Vectors of questions by their exact text. Equal questions asked at the same time share one computation. */
export class QueryCache {
  readonly #vectors: LRUCache<string, Float32Array> | undefined;
  readonly #underWay = new Map<string, Promise<Float32Array>>();
  hits = 0;
  misses = 0;

  /** `entries` 0 keeps nothing, but still shares what is under way. */
  constructor(entries: number) {
    if (entries > 0)
      this.#vectors = new LRUCache({
        max: entries,
        maxSize: entries * BYTES_PER_ENTRY,
        sizeCalculation: (vector, text) => vector.byteLength + text.length * 2,
      });
  }

  /** A failure is not remembered: whoever waited for it fails with it, the next one computes again. */
  get(text: string, compute: (text: string) => Promise<Float32Array>): Promise<Float32Array> {
    const known = this.#vectors?.get(text);
    if (known) {
      this.hits++;
      return Promise.resolve(known);
    }
    const underWay = this.#underWay.get(text);
    if (underWay) {
      this.hits++;
      return underWay;
    }
    this.misses++;
    const promise = compute(text)
      .then((vector) => {
        this.#vectors?.set(text, vector);
        return vector;
      })
      .finally(() => this.#underWay.delete(text));
    this.#underWay.set(text, promise);
    return promise;
  }
}
