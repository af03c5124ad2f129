import type { NewMemory } from '@anima/memory/dist/memory/memory-store.js';
import { seededRandom } from '../index-scan/synthetic-memories.js';
import { loadLocomo } from '../retrieval/locomo.js';
import { embedTexts } from '../retrieval/vector-cache.js';

export interface ManyMemoriesQuery {
  text: string;
  vector: Float32Array;
  project: string;
  /** Numbers of the memories that answer the query. */
  right: number[];
}

type BenchMemory = Omit<NewMemory, 'project'> & { projectName: string };

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 1);
/** Amount of noise that gives a copy a cosine of about 0.86 to its original. */
const NOISE = 0.6;
/** Share of the words of a copy that come from other memories. */
const WORDS_FROM_ELSEWHERE = 0.3;
const PROJECTS_OF_COPIES = 100;

/**
 * Returns the turns of LoCoMo-dev with their questions, and copies of them up to `count`. Copies have some
 * other words, randomly moved vectors, their own conversations, and one of a hundred projects.
 * Tags mark the memories that pass the narrow filters: 1, 7, 100, 1 % and 10 % of all.
 */
export async function manyMemories(
  count: number,
): Promise<{ memory(n: number): BenchMemory; queries: ManyMemoriesQuery[]; real: number }> {
  const turns: BenchMemory[] = [];
  const queries: ManyMemoriesQuery[] = [];
  for (const { name, turns: said, questions } of loadLocomo() ?? []) {
    const first = turns.length;
    const spoken = said.map(({ speaker, content }) => `${speaker}: ${content}`);
    const pairs = said.map(({ conversationId }, at) =>
      said[at - 1]?.conversationId === conversationId ? `${spoken[at - 1]}\n${spoken[at]}` : null,
    );
    const vectors = await embedTexts(spoken);
    const contexts = await embedTexts(pairs.map((pair) => pair ?? ''));
    for (const [at, { content, speaker, occurredAt, conversationId }] of said.entries()) {
      turns.push({
        ...EMPTY,
        memoryId: idOf(turns.length),
        content,
        speaker,
        occurredAt,
        conversationId,
        projectName: name,
        vectors: { content: [vectors[at]!], context: pairs[at] === null ? null : contexts[at]! },
      });
    }
    const questionVectors = await embedTexts(questions.map(({ text }) => text));
    for (const [at, { text, evidence }] of questions.entries())
      queries.push({
        text,
        vector: questionVectors[at]!,
        project: name,
        right: evidence.map((turn) => first + turn),
      });
  }
  if (turns.length === 0) throw new Error('Expected LoCoMo-dev, see loadLocomo');

  function memory(n: number): BenchMemory {
    const original = turns[n % turns.length]!;
    const tags = tagsOf(n, count);
    if (n < turns.length) return { ...original, tags };
    const random = seededRandom(n);
    const copy = Math.floor(n / turns.length);
    const other = () => turns[Math.floor(random() * turns.length)]!.content.split(' ');
    const words = original.content
      .split(' ')
      .map((word) => (random() < WORDS_FROM_ELSEWHERE ? other()[Math.floor(random() * 8)] : word));
    const moved = (vector: Float32Array) => movedVector(vector, random);
    const { content, context } = original.vectors;
    return {
      ...original,
      memoryId: idOf(n),
      content: words.filter((word) => word !== undefined).join(' '),
      tags,
      importance: Math.round(random() * 100) / 100,
      sourceAgent: `agent-${n % 10}`,
      createdAt: NOW - Math.floor(random() * 365 * DAY_MS),
      conversationId: `${original.conversationId}-copy-${copy}`,
      projectName: `project-${copy % PROJECTS_OF_COPIES}`,
      vectors: { content: content.map(moved), context: context && moved(context) },
    };
  }
  return { memory, queries: queries, real: turns.length };
}

const EMPTY = {
  type: 'context',
  importance: 0.5,
  tags: [],
  sourceAgent: 'bench',
  createdAt: NOW - 400 * DAY_MS,
  expiresAt: null,
  impliedConversation: null,
  origin: 'api',
  sourcePath: null,
  sourceLine: null,
  sourceKey: null,
} as const;

const idOf = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

function tagsOf(n: number, count: number): string[] {
  const evenly = (of: number) => n % Math.floor(count / of) === 0 && n / Math.floor(count / of) < of;
  const few = [1, 7, 100].filter(evenly).map((of) => `of-${of}`);
  return [...few, ...(n % 100 === 1 ? ['percent-1'] : []), ...(n % 10 === 3 ? ['percent-10'] : [])];
}

function movedVector(vector: Float32Array, random: () => number): Float32Array {
  const spread = NOISE / Math.sqrt(vector.length);
  // The sum of three draws is close enough to a normal distribution with deviation 1/2.
  const moved = vector.map((value) => value + 2 * spread * (random() + random() + random() - 1.5));
  const length = Math.hypot(...moved);
  return moved.map((value) => value / length);
}
