// Fits the weights of ranking/relevance.ts on queries with and without an answer, and prints the areas under the curve,
// each collection with weights fitted on the others.
// Usage: node benchmarks/dist/retrieval/fit-relevance.js [collection ...]
import { unrelatedCosines } from '@anima/memory/dist/embedding/unrelated-cosines.js';
import { datePhrases } from '@anima/memory/dist/search/ranking/date-phrases.js';
import { rankMemories } from '@anima/memory/dist/search/ranking/rank.js';
import { answerableOf, RELEVANCE_FEATURES } from '@anima/memory/dist/search/ranking/relevance.js';
import { UNRELATED_TEXTS } from '@anima/memory/dist/search/ranking/unrelated-texts.js';
import { seededRandom } from '../index-scan/synthetic-memories.js';
import { type EvalSet, loadEvalSets } from './data-sets.js';
import { areaUnderCurve, type Example, fitLogistic, probabilityOf } from './fit-logistic.js';
import { loadNotes, loadPrompts, loadWorkday } from './notes.js';
import { indexOffline } from './offline-index.js';
import { embedTexts } from './vector-cache.js';

const HITS = 10;
const NOW = Date.UTC(2026, 0, 2);
const MAX_QUERIES = 150;
/** A store starts with few memories: from one to this number, small numbers as often as large ones. */
const LARGEST_PART = 64;
/** Collection of the prompts that are only measured. */
const ASIDE = 'workday, put aside';
/** Numbers of queries of other persons, of the same and of other collections, for each set. */
const OTHERS = { same: 60, other: 15 };

/**
 * `answered`: the memories contain the answer. `removed`: the same query, after the removal of the memories that
 * answer it. `adversarial`: about the wrong person. `same` and `other`: queries of another person.
 */
type Kind = 'answered' | 'removed' | 'adversarial' | 'same' | 'other';

interface Case {
  collection: string;
  kind: Kind;
  small: boolean;
  hits: { features: Float64Array; answers: boolean }[];
}

const wanted = process.argv.slice(2);
const random = seededRandom(11);
const unrelated = unrelatedCosines(await embedTexts(UNRELATED_TEXTS, 'passage'));
const sets = [
  notes(),
  ...prompts(),
  workday('workday', false),
  workday(ASIDE, true),
  ...loadEvalSets(),
].filter(({ collection }) => wanted.length === 0 || wanted.includes(collection));
for (const hasVector of [true, false]) {
  console.log(`\n## ${hasVector ? 'With' : 'Without'} a query embedding\n`);
  const cases: Case[] = [];
  for (const set of sets) cases.push(...(await casesOf(set, hasVector)));
  report(cases);
}

function notes(): EvalSet {
  const { notes: memories, questions } = loadNotes();
  const rowOf = new Map(memories.map(({ id }, at) => [id, at]));
  return {
    collection: 'notes',
    name: 'notes',
    memories: memories.map(({ content, project }) => ({ content, project })),
    queries: questions.map(({ text, notes: right, kind }) => ({
      text,
      kind,
      evidence: right.map((id) => [rowOf.get(id)!]),
    })),
  };
}

/** Prompts over the notes of each project, as the hooks rank them. */
function prompts(): EvalSet[] {
  const { notes: all } = loadNotes();
  const { related, unrelated: others } = loadPrompts();
  return [...new Set(all.map(({ project }) => project))].map((project) => {
    const own = all.filter((note) => note.project === project);
    const rowOf = new Map(own.map(({ id }, at) => [id, at]));
    return {
      collection: 'prompts',
      name: project,
      memories: own.map(({ content }) => ({ content, project })),
      queries: [
        ...related.map(({ text, notes: right }) => ({
          text,
          evidence: right.flatMap((id) => (rowOf.has(id) ? [[rowOf.get(id)!]] : [])),
        })),
        ...others.map((text) => ({ text, evidence: [] })),
      ],
    };
  });
}

function workday(collection: string, isAside: boolean): EvalSet {
  const { notes: own, related, unrelated: others } = loadWorkday();
  const rowOf = new Map(own.map(({ id }, at) => [id, at]));
  return {
    collection,
    name: 'workday',
    memories: own.map(({ content }) => ({ content, project: 'workday' })),
    queries: [
      ...related.map(({ text, notes: right, aside }) => ({
        text,
        aside,
        evidence: right.map((id) => [rowOf.get(id)!]),
      })),
      ...others.map((prompt) => ({ ...prompt, evidence: [] })),
    ].filter(({ aside }) => aside === isAside),
  };
}

/** Each query is also ranked over a small part of the memories, because a store starts with few. */
async function casesOf(set: EvalSet, hasVector: boolean): Promise<Case[]> {
  const { collection, memories, queries } = set;
  const index = await indexOffline(memories);
  const all = index.match({}, Number.MAX_SAFE_INTEGER);
  const cases: Case[] = [];
  const add = (
    { text, now = NOW }: EvalSet['queries'][number],
    vector: Float32Array,
    right: ReadonlySet<number>,
    rows: Uint32Array,
    kind: Kind,
  ): void => {
    const query = {
      text,
      vector: hasVector ? vector : null,
      dates: datePhrases(text, { now, timeZone: 'UTC' }),
      unrelated,
    };
    const ranked = rankMemories(query, index, rows, { limit: HITS, now });
    const hits = ranked.map(({ row, features }) => ({ features, answers: right.has(row) }));
    cases.push({ collection, kind, small: rows.length < all.length / 2, hits });
  };
  const part = (about: number): Uint32Array => {
    const size = Math.min(all.length, Math.ceil(LARGEST_PART ** random()));
    const start = Math.max(0, Math.min(about - Math.floor(random() * size), all.length - size));
    return all.slice(start, start + size);
  };
  const vectors = await embedTexts(queries.map(({ text }) => text));
  for (const [at, query] of queries.entries()) {
    if (random() > MAX_QUERIES / queries.length) continue;
    if (query.evidence.length === 0) {
      for (const some of [all, part(Math.floor(random() * all.length))])
        add(query, vectors[at]!, new Set(), some, 'other');
      continue;
    }
    const evidence = new Set(query.evidence.flat());
    const rows = query.before === undefined ? all : all.slice(0, query.before);
    const first = query.evidence[0]![0]!;
    for (const some of [rows, part(first)]) {
      if (query.kind === 'category 5') {
        add(query, vectors[at]!, new Set(), some, 'adversarial');
        continue;
      }
      if (some.some((row) => evidence.has(row))) add(query, vectors[at]!, evidence, some, 'answered');
      // Adjacent turns often repeat the answer.
      const near = [...evidence].flatMap((row) =>
        memories[row]!.conversation === undefined ? [row] : [row - 2, row - 1, row, row + 1, row + 2],
      );
      const rest = some.filter((row) => !near.includes(row));
      if (rest.length > 0) add(query, vectors[at]!, new Set(), rest, 'removed');
    }
  }
  for (const other of sets) {
    // Prompts of another project are queries without evidence already.
    if ([other, set].some((one) => /^(?:prompts|workday)/.test(one.collection))) continue;
    if (personOf(other) === personOf(set) || other.collection.endsWith('zh') !== collection.endsWith('zh'))
      continue;
    const kind = other.collection === collection ? 'same' : 'other';
    const theirs = await embedTexts(other.queries.map(({ text }) => text));
    for (const [at, query] of other.queries.entries()) {
      if (random() > OTHERS[kind] / other.queries.length) continue;
      for (const some of [all, part(Math.floor(random() * all.length))])
        add(query, theirs[at]!, new Set(), some, kind);
    }
  }
  return cases;
}

/** The same persons occur in English and in Chinese. */
function personOf({ name }: EvalSet): string {
  return name.replace(/-(?:en|zh)$/, '');
}

function report(cases: readonly Case[]): void {
  console.log('| set | queries | against | AUC |\n|---|---|---|---|');
  const collections = [...new Set(cases.map(({ collection }) => collection))];
  for (const collection of collections) {
    // The persons of LifeBench are the same in both languages.
    const family = /^\w+/.exec(collection)![0];
    const others = cases.filter((one) => !one.collection.startsWith(family) && one.collection !== ASIDE);
    if (others.length === 0) continue;
    const weights = fit(others);
    const own = cases.filter((one) => one.collection === collection);
    const valuesOf = (chosen: (one: Case) => boolean) =>
      own.filter(chosen).map((one) => answerable(one, weights));
    for (const small of [false, true]) {
      const answered = valuesOf((one) => one.kind === 'answered' && one.small === small);
      const against = new Map(
        (['removed', 'adversarial', 'same', 'other'] as const).map((kind) => [
          kind as string,
          valuesOf((one) => one.kind === kind && one.small === small),
        ]),
      );
      against.set('all of these', [...against.values()].flat());
      for (const [kind, values] of against)
        if (values.length > 0)
          console.log(
            `| ${collection}${small ? ', few memories' : ''} | ${answered.length} + ${values.length} | ${kind} | ${areaUnderCurve(answered, values).toFixed(3)} |`,
          );
    }
  }
  const used = cases.filter(({ collection }) => collection !== ASIDE);
  const weights = fit(used);
  console.log(RELEVANCE_FEATURES.map((name, at) => `${name} ${weights[at]!.toFixed(2)}`).join(', '));
  calibration(used, weights);
  for (const collection of ['prompts', 'workday', ASIDE])
    calibration(
      cases.filter((one) => one.collection === collection && !one.small),
      weights,
    );
}

function answerable({ hits }: Case, weights: Float64Array): number {
  return answerableOf(hits.map(({ features }) => probabilityOf(features, weights)));
}

/** Within each collection, answered queries weigh as much as the others. */
function fit(cases: readonly Case[]): Float64Array {
  const examples = [...weightsOf(cases)].flatMap(([{ hits }, weight]) =>
    hits.map(({ features, answers }): Example => ({ features, label: answers, weight })),
  );
  return fitLogistic(examples, 1);
}

/** Returns the weight of each case: 200 for the answered cases of a collection, 200 for its others. */
function weightsOf(cases: readonly Case[]): Map<Case, number> {
  const groupOf = ({ collection, kind }: Case) => `${collection} ${kind === 'answered'}`;
  const counts = new Map<string, number>();
  for (const one of cases) counts.set(groupOf(one), (counts.get(groupOf(one)) ?? 0) + 1);
  return new Map(cases.map((one) => [one, 200 / counts.get(groupOf(one))!]));
}

/** Prints the share of right hits in ten ranges of relevance, and the effect of thresholds. */
function calibration(cases: readonly Case[], weights: Float64Array): void {
  const bins = Array.from({ length: 10 }, () => ({ hits: 0, right: 0 }));
  for (const [{ hits }, weight] of weightsOf(cases)) {
    for (const { features, answers } of hits) {
      const bin = bins[Math.min(9, Math.floor(probabilityOf(features, weights) * 10))]!;
      bin.hits += weight;
      if (answers) bin.right += weight;
    }
  }
  console.log(
    `${new Set(cases.map(({ collection }) => collection)).size === 1 ? cases[0]!.collection : 'all'}: right hits by relevance: ${bins.map(({ hits, right }) => (right / hits).toFixed(2)).join(' ')}`,
  );
  for (const threshold of [0.05, 0.1, 0.15, 0.2, 0.25, 0.3]) {
    const share = (kind: Kind) => {
      const own = cases.filter((one) => one.kind === kind);
      const passed = own.filter(({ hits }) =>
        hits.some(({ features }) => probabilityOf(features, weights) >= threshold),
      );
      return (passed.length / own.length).toFixed(3);
    };
    const right = cases.filter(
      ({ kind, hits }) => kind === 'answered' && hits.some(({ answers }) => answers),
    );
    const shown = right.filter(({ hits }) =>
      hits.some(({ features, answers }) => answers && probabilityOf(features, weights) >= threshold),
    );
    console.log(
      `from ${threshold}: answered ${share('answered')}, found answers shown ${(shown.length / right.length).toFixed(3)}, removed ${share('removed')}, same ${share('same')}, other ${share('other')}`,
    );
  }
}
