import type { IndexEntry } from '@anima/memory/dist/search/signals.js';

export const DIMENSIONS = 384;
const CLUSTERS = 200;
const PROJECTS = 100;
const CONVERSATION_TURNS = 40;
const DAY_MS = 86_400_000;
export const NOW = Date.UTC(2026, 0, 1);

/** Returns a generator of numbers in [0, 1), deterministic for a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Generates memories with the statistics of analysed texts. Vectors are clustered unit vectors. Texts have 15
 * to 100 terms, Zipf-like over a vocabulary that grows with the texts (one term in 50 is new).
 * Each project has 1 % of the memories. Half of the memories are turns of conversations, four of which run at
 * a time.
 */
export function syntheticMemories(seed: number) {
  const random = seededRandom(seed);
  const centres = Array.from({ length: CLUSTERS }, () => gaussians(random));
  let vocabulary = 5_000;

  const vector = (cluster: number): Float32Array => {
    const centre = centres[cluster]!;
    const noise = gaussians(random);
    return unit(noise.map((value, d) => 0.7 * value + centre[d]!));
  };
  // Draws rank r with a probability close to 1/r^0.9: the density of a word list without its stop words.
  const term = (): string => {
    if (random() < 0.02) return `t${vocabulary++}`;
    const exponent = 0.1;
    return `t${Math.floor((random() * (vocabulary ** exponent - 1) + 1) ** (1 / exponent)) - 1}`;
  };
  const words = (count: number): string[] => Array.from({ length: count }, term);

  return {
    random,
    words,
    query: () => vector(Math.floor(random() * CLUSTERS)),
    entry(key: number): IndexEntry {
      const cluster = Math.floor(random() * CLUSTERS);
      const inConversation = key % 2 === 0;
      const conversation = Math.floor(key / (CONVERSATION_TURNS * 8)) * 4 + (Math.floor(key / 2) % 4);
      return {
        key,
        type: ['decision', 'error', 'pattern', 'fact'][key % 4]!,
        importance: Math.round(random() * 100) / 100,
        projectId: `project-${Math.floor(random() * PROJECTS)}`,
        tags: [`tag-${Math.floor(random() * 30)}`, `tag-${Math.floor(random() * 30)}`],
        sourceAgent: `agent-${key % 5}`,
        createdAt: NOW - 365 * DAY_MS + key,
        occurredAt: null,
        expiresAt: key % 20 === 0 ? NOW + random() * 365 * DAY_MS : null,
        archived: key % 50 === 0,
        sharedWith: [],
        conversation: inConversation ? `conversation-${conversation}` : null,
        speaker: inConversation ? `speaker-${key % 3}` : null,
        facts: key & 255,
        bodyTerms: words(15 + Math.floor(random() * 85)),
        headerTerms: inConversation ? words(4) : [],
        vectors: [vector(cluster)],
        contextVector: inConversation ? vector(cluster) : null,
      };
    },
  };
}

function gaussians(random: () => number): Float32Array {
  const values = new Float32Array(DIMENSIONS);
  // The sum of four uniform numbers is close enough to a normal distribution.
  for (let d = 0; d < DIMENSIONS; d++) values[d] = random() + random() + random() + random() - 2;
  return values;
}

function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return vector.map((value) => value / length);
}
