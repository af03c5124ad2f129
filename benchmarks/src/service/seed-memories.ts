import { randomUUID } from 'node:crypto';
import { memoryTypes } from '@anima/memory/dist/memory/memory.js';
import type { NewMemory } from '@anima/memory/dist/memory/memory-store.js';
import { insertMemories } from '@anima/memory/dist/memory/write-memories.js';
import { openSqliteStore } from '@anima/memory/dist/testing/open-sqlite-store.js';
import { createSyntheticText } from './synthetic-text.js';

const DIMENSIONS = 384;
const CLUSTERS = 200;
const BATCH = 2_000;

/**
 * Fills a data directory through the service's store, with texts of 30 to 200 words and clustered vectors.
 * Only the embeddings are random, because a hundred thousand real ones would take half an hour.
 */
export async function seedMemories(
  dataDir: string,
  count: number,
  options: { conversations: boolean },
): Promise<void> {
  const { projects, withTransaction, close } = openSqliteStore(dataDir);
  const random = createRandom(7);
  const text = createSyntheticText(random);
  const centres = Array.from({ length: CLUSTERS }, () => randomVector(random, null));
  for (let start = 0; start < count; start += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - start) }, (_, i) => {
      const n = start + i;
      const vector = () => randomVector(random, centres[Math.floor(random() * CLUSTERS)]!);
      const inConversation = options.conversations;
      const memory: NewMemory = {
        memoryId: randomUUID(),
        content: text(30 + Math.floor(random() * 170)),
        type: memoryTypes[n % memoryTypes.length]!,
        importance: Math.round(random() * 100) / 100,
        // Assigns one memory in a hundred to the small project.
        project: projects.propose(n % 100 === 0 ? 'small' : 'large'),
        tags: [`tag${n % 50}`],
        sourceAgent: `agent${n % 5}`,
        createdAt: Date.now() - (count - n) * 1000,
        occurredAt: null,
        expiresAt: null,
        conversationId: inConversation ? `c${Math.floor(n / 40)}` : null,
        impliedConversation: null,
        speaker: inConversation ? ['Ann', 'Bob'][n % 2]! : null,
        origin: 'api',
        sourcePath: null,
        sourceLine: null,
        sourceKey: null,
        vectors: { content: [vector()], context: inConversation ? vector() : null },
      };
      return withTransaction((tx) => insertMemories(tx, [memory]));
    });
    await Promise.all(batch);
  }
  await close();
}

function randomVector(random: () => number, centre: Float32Array | null): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  let squares = 0;
  for (let i = 0; i < DIMENSIONS; i++) {
    const value =
      (centre === null ? 0 : centre[i]! * 1.5) +
      (random() + random() + random() - 1.5) / Math.sqrt(DIMENSIONS);
    vector[i] = value;
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  return vector.map((value) => value / length);
}

/** Returns a seeded generator of numbers in [0, 1) (mulberry32), sufficient for generated data. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
