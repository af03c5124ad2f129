// Runs `anima eval` on the own sets in benchmarks/memory-eval, and on the public sets in ANIMA_EVAL_DIR, against this build.
// The service runs on a temporary folder. Prints Markdown tables with BM25, cosine similarity and their z-fusion.
// Usage: npm run bench -- eval [SET ...]   with SET one of changed-facts, related, diary, answerable, injection, languages,
// or the name of a public collection such as "LoCoMo"; default: all
// ANIMA_MEMORY_URL: a running, empty service instead of a new one
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EvaluationQuery, EvaluationSet } from '@anima/cli/dist/eval/evaluation-set.js';
import type { Response } from '@anima/cli/dist/eval/measure-hits.js';
import {
  areaUnderCurve,
  type QueryResult,
  recallAt,
  SUMMARY_HEAD,
  summarise,
  summaryCells,
} from '@anima/cli/dist/eval/metrics.js';
import { runEvaluation } from '@anima/cli/dist/eval/run-evaluation.js';
import { createMemoryClient } from '@anima/client';
import { describeMachine } from '../machine.js';
import { startService } from '../service/service-under-test.js';
import { BASELINES, rankBaselines } from './baselines.js';
import { measureInjection } from './injection.js';
import { changedFactsSet, LANGUAGES, languageSet, RELATIONS, readChangedFacts, readSet } from './own-sets.js';
import { loadPublicSets } from './public-sets.js';

const LIMIT = 100;
const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);
const dataDir = mkdtempSync(join(tmpdir(), 'anima-bench-eval-'));
const external = process.env.ANIMA_MEMORY_URL;
const service = external === undefined ? await startService(dataDir) : null;
const url = external ?? service!.url;
const client = createMemoryClient({ url, agentId: 'bench' });

try {
  console.log(`${describeMachine()}\n`);
  if (isWanted('changed-facts')) await reportChangedFacts();
  if (isWanted('related')) await reportRelated();
  if (isWanted('diary')) await reportRankings('diary', [readSet('diary')]);
  if (isWanted('answerable')) await reportAnswerable();
  if (isWanted('injection')) await reportInjection();
  if (isWanted('languages')) await reportLanguages();
  for (const [collection, sets] of loadPublicSets())
    if (isWanted(collection)) await reportRankings(collection, sets);
} finally {
  await service?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function evaluate(
  set: EvaluationSet,
  onResponse?: (query: EvaluationQuery, response: Response) => void,
): Promise<QueryResult[]> {
  const { results } = await runEvaluation(set, {
    ...{ client, cleaner: client, limit: LIMIT, project: undefined },
    onProgress: () => {},
    onNotRemoved: (name) => console.error(`The memories of the project ${name} could not be removed.`),
    ...(onResponse === undefined ? {} : { onResponse }),
  });
  return results;
}

/** Prints a table of the service and of the baselines for the queries of all sets of a collection. */
async function reportRankings(collection: string, sets: readonly EvaluationSet[]): Promise<void> {
  const byRanking = new Map<string, QueryResult[]>();
  const add = (ranking: string, results: readonly QueryResult[]) =>
    byRanking.set(ranking, [...(byRanking.get(ranking) ?? []), ...results]);
  for (const [at, set] of sets.entries()) {
    console.error(`${collection}: set ${at + 1} of ${sets.length}, ${set.memories.length} memories`);
    const baselines = await rankBaselines(set, LIMIT);
    for (const name of BASELINES) add(name, baselines[name]);
    add('Anima', await evaluate(set));
  }
  printTable(
    [collection, ...SUMMARY_HEAD],
    [...byRanking].map(([ranking, results]) => [ranking, ...summaryCells(summarise(results))]),
  );
  const kinds = [...new Set(byRanking.get('Anima')!.flatMap(({ kind }) => kind ?? []))];
  if (kinds.length < 2) return;
  const rows = kinds.map((kind) => {
    const own = byRanking.get('Anima')!.filter((result) => result.kind === kind);
    return [kind, ...summaryCells(summarise(own))];
  });
  printTable([`${collection}, Anima by kind`, ...SUMMARY_HEAD], rows);
}

async function reportChangedFacts(): Promise<void> {
  const now = Date.now();
  const { changes } = readChangedFacts();
  const typeOf = new Map(changes.map(({ id, type }) => [id, type]));
  const wordings = [...new Set(changes.map(({ wording }) => wording))];
  const types = [...new Set(changes.map(({ type }) => type))];
  const rows: string[][] = [];
  for (const days of [0, 90])
    for (const relation of RELATIONS) {
      const set = changedFactsSet(days, relation, now);
      const results = await evaluate(set);
      const staleRate = (isWantedResult: (result: QueryResult) => boolean) =>
        summarise(results.filter(isWantedResult)).stale_rate!.toFixed(3);
      const isChange = ({ id }: QueryResult) => typeOf.has(id);
      const changed = summarise(results.filter(isChange));
      const different = summarise(results.filter((result) => !isChange(result)));
      rows.push([
        ...[String(days), relation, changed.stale_rate!.toFixed(3), changed.recall_at![1].toFixed(3)],
        ...types.map((type) => staleRate(({ id }) => typeOf.get(id) === type)),
        ...wordings.map((wording) => staleRate(({ kind }) => kind === wording)),
        ...[(1 - different.stale_rate!).toFixed(3), different.recall_at![1].toFixed(3)],
      ]);
    }
  const head = ['changed facts: days', 'relation', 'stale', 'R@1', ...types, ...wordings];
  printTable([...head, 'different subjects: kept', 'R@1'], rows);
}

/** Prints how often the service names the earlier statement of a pair in its response to the later statement. */
async function reportRelated(): Promise<void> {
  const project = 'related';
  const pairs = changedFactsSet(0, 'untold', Date.now()).memories;
  const memoryIds = new Map<string, string>();
  const named = { changed: { related: 0, conflicts: 0 }, different: { related: 0, conflicts: 0 } };
  for (const { id, content, type = 'fact' } of pairs) {
    const { memory_id, related, similar, conflicts } = await client.remember({ content, type, project });
    memoryIds.set(id, memory_id);
    const earlier = memoryIds.get(id.replace('-new', '-old').replace('-other', '-about'));
    if (earlier === memory_id) continue;
    const counts = named[id.endsWith('-new') ? 'changed' : 'different'];
    const isNamed = (items: readonly { memory_id: string }[]) =>
      items.some((each) => each.memory_id === earlier);
    if (isNamed([...related, ...similar, ...conflicts])) counts.related++;
    if (isNamed(conflicts)) counts.conflicts++;
  }
  const rows = Object.entries(named).map(([name, { related, conflicts }]) => [
    name,
    `${related}`,
    `${conflicts}`,
  ]);
  printTable(['of 40 pairs', 'earlier statement in related, similar or conflicts', 'in conflicts'], rows);
}

/** Prints the rankings, and how well other values of a response separate answerable queries from unanswerable ones. */
async function reportAnswerable(): Promise<void> {
  const set = readSet('answerable');
  await reportRankings('answerable', [set]);
  const values: Record<string, (response: Response) => number | null> = {
    answerable: ({ answerable }) => answerable,
    'relevance of the first hit': ({ hits }) => hits[0]?.relevance ?? null,
    'score of the first hit': ({ hits }) => hits[0]?.score ?? null,
    'best semantic similarity': ({ hits }) => bestSemantic(hits)[0] ?? null,
    'mean of the five best semantic similarities': ({ hits }) => {
      const best = bestSemantic(hits).slice(0, 5);
      return best.reduce((sum, value) => sum + value, 0) / best.length;
    },
  };
  const responses: [EvaluationQuery, Response][] = [];
  await evaluate(set, (query, response) => responses.push([query, response]));
  const aucOf = (value: (response: Response) => number | null, kind?: string): string => {
    const of = (isAnswerable: boolean) =>
      responses
        .filter(([query]) => (query.answerable !== false) === isAnswerable)
        .filter(([query]) => isAnswerable || kind === undefined || query.kind === kind)
        .flatMap(([, response]) => value(response) ?? []);
    return areaUnderCurve(of(true), of(false))?.toFixed(3) ?? '-';
  };
  const rows = Object.entries(values).map(([name, value]) => [
    ...[name, aucOf(value), aucOf(value, 'near'), aucOf(value, 'far')],
  ]);
  printTable(['answerable against unanswerable: AUC of', 'all', 'near', 'far'], rows);
}

function bestSemantic(hits: Response['hits']): number[] {
  return hits.map(({ semantic }) => semantic).toSorted((a, b) => b - a);
}

async function reportInjection(): Promise<void> {
  const set = readSet('injection');
  await reportRankings('injection', [set]);
  const injections = await measureInjection(set, client);
  const kinds = [...new Set(injections.map(({ query }) => query.kind!))];
  const row = (name: string, own: typeof injections): string[] => {
    const related = own.filter(({ query }) => query.answerable !== false);
    const unrelated = own.filter(({ query }) => query.answerable === false);
    const share = (part: number, all: number) => (all === 0 ? '-' : `${((part / all) * 100).toFixed(0)} %`);
    const injected = related.reduce((sum, each) => sum + each.injected, 0);
    const right = related.reduce((sum, each) => sum + each.right, 0);
    return [
      name,
      share(unrelated.filter((each) => each.injected > 0).length, unrelated.length),
      share(related.filter((each) => each.right === 0).length, related.length),
      share(right, injected),
      (injected / Math.max(1, related.length)).toFixed(1),
    ];
  };
  const rows = kinds.map((kind) =>
    row(
      kind,
      injections.filter(({ query }) => query.kind === kind),
    ),
  );
  printTable(
    [
      'injection by the hook',
      'unrelated with memories',
      'related missed',
      'precision',
      'memories per related',
    ],
    [row('all', injections), ...rows],
  );
}

async function reportLanguages(): Promise<void> {
  const inEnglish = await rank(languageSet('en', ['en', ...LANGUAGES]));
  const rows = [['en', ...cells(inEnglish, 'en'), '-', '-']];
  const all: Record<'same' | 'fromEnglish' | 'toEnglish', QueryResult[]> = {
    same: [],
    fromEnglish: [],
    toEnglish: [],
  };
  for (const language of LANGUAGES) {
    const own = await rank(languageSet(language, [language, 'en']));
    const [, ...toEnglish] = cells(inEnglish, language);
    rows.push([language, ...cells(own, language), cells(own, 'en')[1]!, toEnglish[0]!]);
    all.same.push(...ofKind(own.Anima, language));
    all.fromEnglish.push(...ofKind(own.Anima, 'en'));
    all.toEnglish.push(...ofKind(inEnglish.Anima, language));
  }
  const mean = (results: readonly QueryResult[]) => summarise(results).recall_at![1].toFixed(3);
  rows.push(['12 languages', '', mean(all.same), mean(all.fromEnglish), mean(all.toEnglish)]);
  const head = ['language: R@1', 'same, z-fusion', 'same', 'English query', 'English memories'];
  printTable(head, rows);

  async function rank(set: EvaluationSet): Promise<{ fusion: QueryResult[]; Anima: QueryResult[] }> {
    return { fusion: (await rankBaselines(set, LIMIT))['z-fusion'], Anima: await evaluate(set) };
  }
  function cells(results: { fusion: QueryResult[]; Anima: QueryResult[] }, kind: string): string[] {
    return [results.fusion, results.Anima].map((each) => {
      const own = ofKind(each, kind);
      return (own.reduce((sum, { ranks }) => sum + recallAt(ranks, 1), 0) / own.length).toFixed(3);
    });
  }
}

function ofKind(results: readonly QueryResult[], kind: string): QueryResult[] {
  return results.filter((result) => result.kind === kind);
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(`| ${head.join(' | ')} |\n|${head.map(() => '---|').join('')}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
  console.log();
}
