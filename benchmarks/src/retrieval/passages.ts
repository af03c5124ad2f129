// Compares whole memories with passages: the evidence within a budget of tokens on the development sets, and own
// long memories with a planted fact.
// Usage: node benchmarks/dist/retrieval/passages.js [own | collection ...]
import { embedMemories } from '@anima/memory/dist/embedding/embed-memory.js';
import type { TextEmbedder } from '@anima/memory/dist/embedding/text-embedder.js';
import { dot } from '@anima/memory/dist/embedding/vector-math.js';
import { choosePassage, queryTerms } from '@anima/memory/dist/recall/choose-passage.js';
import { datePhrases } from '@anima/memory/dist/search/ranking/date-phrases.js';
import { rankMemories } from '@anima/memory/dist/search/ranking/rank.js';
import { isLong } from '@anima/memory/dist/text/split-passages.js';
import { type EvalSet, loadEvalSets } from './data-sets.js';
import { indexOffline } from './offline-index.js';
import { embedTexts, embedWindows } from './vector-cache.js';

const LIMIT = 100;
const BUDGETS = [1_000, 2_000, 4_000];
const NOW = Date.UTC(2026, 0, 2);

const wanted = process.argv.slice(2);
if (wanted.length === 0 || wanted.includes('own')) await measureOwn();
const results = new Map<
  string,
  { whole: number[][]; passages: number[][]; rankMs: number; passageMs: number }
>();
for (const set of loadEvalSets())
  if (wanted.length === 0 || wanted.includes(set.collection)) await measure(set);
console.log('| set | queries | shown | 1k tokens | 2k | 4k | ms a query |\n|---|---|---|---|---|---|---|');
for (const [collection, { whole, passages, rankMs, passageMs }] of results) {
  const row = (shown: string, all: number[][], ms: number) => {
    const means = BUDGETS.map((_, at) => mean(all.map((shares) => shares[at]!)).toFixed(3));
    console.log(`| ${[collection, all.length, shown, ...means, (ms / all.length).toFixed(2)].join(' | ')} |`);
  };
  row('whole memories', whole, rankMs);
  row('passages', passages, rankMs + passageMs);
}

async function measure({ collection, memories, queries }: EvalSet): Promise<void> {
  const index = await indexOffline(memories);
  const vectors = await embedTexts(queries.map(({ text }) => text));
  const allRows = index.match({}, NOW);
  const result = results.get(collection) ?? { whole: [], passages: [], rankMs: 0, passageMs: 0 };
  results.set(collection, result);
  for (const [at, { text, now = NOW, before = memories.length, evidence }] of queries.entries()) {
    const vector = vectors[at]!;
    let started = performance.now();
    const ranked = rankMemories(
      { text, vector, dates: datePhrases(text, { now, timeZone: 'UTC' }) },
      index,
      allRows.slice(0, before),
      { limit: LIMIT, now },
    ).map(({ row }) => row);
    result.rankMs += performance.now() - started;
    started = performance.now();
    const terms = queryTerms(text);
    const lengths = ranked.map((row, rank) => {
      const { content } = memories[row]!;
      // The time is that of a response with ten memories.
      if (rank === 10) result.passageMs += performance.now() - started;
      if (!isLong(content)) return content.length;
      const cosines = index.windows(index.keyOf(row)).map((window) => dot(vector, window));
      return choosePassage(content, terms, cosines).text.length;
    });
    const shares = (lengthOf: (rank: number) => number) =>
      BUDGETS.map((budget) => {
        const shown = withinBudget(ranked, lengthOf, budget);
        return mean(evidence.map((group) => Number(group.some((row) => shown.has(row)))));
      });
    result.whole.push(shares((rank) => memories[ranked[rank]!]!.content.length));
    result.passages.push(shares((rank) => lengths[rank]!));
  }
}

/** Returns the rows that fit, at four characters a token; a row that does not fit is skipped. */
function withinBudget(
  ranked: readonly number[],
  lengthOf: (rank: number) => number,
  budget: number,
): Set<number> {
  let used = 0;
  return new Set(
    ranked.filter((_, rank) => {
      const tokens = lengthOf(rank) / 4;
      if (used + tokens > budget) return false;
      used += tokens;
      return true;
    }),
  );
}

/** A fact, a query with its words, and a query with other words. */
function ownFacts(): [string, string, string][] {
  return [
    [
      'The ferry to Hydra leaves from pier 14 at half past six.',
      'ferry to Hydra pier',
      'Where do I board the boat to that island?',
    ],
    [
      'Ana is allergic to peanuts and carries an adrenaline pen.',
      'Ana allergic peanuts',
      'Which food could make her seriously ill?',
    ],
    [
      'We store invoices in PostgreSQL because reports need joins.',
      'invoices PostgreSQL joins',
      'Why was a relational database chosen for bills?',
    ],
    [
      'The spare house key is under the third flower pot.',
      'spare house key flower pot',
      'How can I get in if I lock myself out?',
    ],
    [
      'Her dissertation is about the migration of arctic terns.',
      'dissertation arctic terns',
      'What does she research about birds?',
    ],
    [
      'The staging cluster is rebuilt every Sunday night.',
      'staging cluster rebuilt',
      'When is the test environment unavailable?',
    ],
    [
      'Grandfather was born in Tartu in 1931.',
      'Grandfather born Tartu',
      'In which city did my mother’s dad come into the world?',
    ],
    [
      'The dentist moved my appointment to the ninth of May.',
      'dentist appointment May',
      'When will someone look at my teeth?',
    ],
    [
      'Retry a failed payment at most three times, then alert billing.',
      'retry failed payment times',
      'What happens when a card is declined again and again?',
    ],
    [
      'He plays the cello in the municipal orchestra.',
      'cello municipal orchestra',
      'Which musical instrument is he good at?',
    ],
    [
      'The vegan menu needs no reservation on weekdays.',
      'vegan menu reservation',
      'Can I eat plant-based food there without booking?',
    ],
    [
      'Our landlord agreed to lower the rent by forty euros.',
      'landlord lower rent',
      'How much less do we pay for the apartment?',
    ],
  ];
}

async function measureOwn(): Promise<void> {
  const rooms = ['kitchen', 'garden', 'cellar', 'attic', 'library', 'garage', 'stable', 'chapel'];
  const verbs = ['swept', 'painted', 'measured', 'inspected', 'aired', 'photographed', 'repaired'];
  const filler = (characters: number, seed: number) => {
    let text = '';
    for (let at = seed; text.length < characters; at++)
      text += `On round ${at} the caretaker ${verbs[at % 7]} the ${rooms[(at * 3) % 8]} and noted ${(at * 37) % 101} marks.${at % 7 === 0 ? '\n\n' : ' '}`;
    return text;
  };
  const facts = ownFacts();
  const contents = facts.map(([fact], at) => {
    const size = [5_000, 12_000, 30_000, 60_000][at % 4]!;
    const share = [0.9, 0.5, 0.1, 0.7][(at >> 2) % 4]!;
    return `${filler(size * share, at * 1_000)}${fact} ${filler(size * (1 - share), at * 1_000 + 500)}`;
  });
  const embedder: Pick<TextEmbedder, 'embed'> = { embed: (texts) => embedWindows(texts) };
  const turns = contents.map((content) => ({ turn: { speaker: null, content }, previous: null }));
  const vectors = await embedMemories(embedder as TextEmbedder, turns, { all: true });
  for (const [kind, column] of [
    ['its words', 1],
    ['its meaning', 2],
  ] as const) {
    const queries = facts.map((fact) => fact[column]);
    const asked = await embedTexts(queries);
    let [first, shown] = [0, 0];
    for (const [at, query] of queries.entries()) {
      const cosines = vectors.map(({ content }) => content.map((window) => dot(asked[at]!, window)));
      const best = cosines.map((each) => Math.max(...each));
      if (best.indexOf(Math.max(...best)) === at) first++;
      const { text } = choosePassage(contents[at]!, queryTerms(query), cosines[at]!);
      if (text.includes(facts[at]![0])) shown++;
    }
    console.log(
      `Own memories of 5,000 to 60,000 characters, by ${kind}: first by cosine ${first}/${facts.length}, passage has the fact ${shown}/${facts.length}`,
    );
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
