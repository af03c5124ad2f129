/**
 * Measures how often an outdated memory ranks above the current one, on 40 changed facts in six wordings, 0 and 90 days
 * apart, and whether the order of pairs about different subjects changes.
 *
 * node benchmarks/dist/src/truth/truth.bench.js [FILE]
 * FILE stores the order of the pairs; if it exists, the orders are compared with it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { startTestService } from '@anima/memory/dist/testing/test-service.js';
import { changedFacts, differentSubjects, wordingNames } from './changed-facts.js';

interface Hit {
  content: string;
  score_parts: { semantic: number; keyword: number };
}

const DAY_MS = 86_400_000;
const service = await startTestService();
async function post<T>(path: string, sent: unknown): Promise<T> {
  const { status, body } = await service.post(`/api/v1/${path}`, sent);
  if (status >= 300) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
  return body as T;
}
const remember = (project: string, content: string, type: string, daysAgo: number) =>
  post<{ conflicts: unknown[] }>('remember', {
    project,
    content,
    type,
    ...(daysAgo === 0 ? {} : { occurred_at: new Date(Date.now() - daysAgo * DAY_MS).toISOString() }),
  });
async function recalled(project: string, query: string): Promise<Hit[]> {
  const { memories } = await post<{ memories: Hit[] }>('recall', { query, filter: { project_id: project } });
  return memories;
}

const stale = new Map<string, [stale: number, all: number]>();
const count = (name: string, isStale: boolean): void => {
  const [before, all] = stale.get(name) ?? [0, 0];
  stale.set(name, [before + Number(isStale), all + 1]);
};
let found = 0;
for (const days of [0, 90]) {
  for (const [number, wording] of wordingNames.entries()) {
    const project = `${wording} ${days}`;
    for (const { old, type } of changedFacts) await remember(project, old, type, days);
    for (const { older } of differentSubjects) await remember(project, older, 'fact', days);
    for (const { wordings, type } of changedFacts)
      found += (await remember(project, wordings[number]!, type, 0)).conflicts.length;
    for (const { query, old, wordings, type } of changedFacts) {
      const hits = await recalled(project, query);
      const contents = hits.map(({ content }) => content);
      const [oldAt, newAt] = [contents.indexOf(old), contents.indexOf(wordings[number]!)];
      const isStale = oldAt !== -1 && (newAt === -1 || newAt > oldAt);
      for (const name of ['all', wording, type, `${days} days`]) count(name, isStale);
      if (isStale && process.env.SHOW)
        console.log(
          `stale: ${query} | ${old} | ${wordings[number]} | ${[oldAt, newAt].map((at) => `${at} ${hits[at]?.score_parts.semantic.toFixed(2)}`).join(', ')}`,
        );
    }
  }
}
for (const [name, [some, all]] of stale)
  console.log(`stale, ${name}: ${some} of ${all} (${((100 * some) / all).toFixed(1)} %)`);
console.log(`conflicts recorded for changed facts: ${found} of ${2 * 6 * changedFacts.length}`);

const orders: Record<string, string[]> = {};
let falseConflicts = 0;
for (const days of [0, 90]) {
  const project = `pairs ${days}`;
  for (const { older } of differentSubjects) await remember(project, older, 'fact', days);
  for (const { newer } of differentSubjects) {
    const { conflicts } = await remember(project, newer, 'fact', 0);
    if (conflicts.length > 0) console.log(`false conflict: ${newer} ${JSON.stringify(conflicts)}`);
    falseConflicts += conflicts.length;
  }
  for (const { older, newer, queries } of differentSubjects) {
    for (const query of queries) {
      const contents = (await recalled(project, query)).map(({ content }) => content);
      orders[`${days} ${query}`] = contents.filter((content) => content === older || content === newer);
    }
  }
}
console.log(`conflicts recorded for pairs about different subjects: ${falseConflicts}`);
const [file] = process.argv.slice(2);
if (file !== undefined && existsSync(file)) {
  const before = JSON.parse(readFileSync(file, 'utf8')) as typeof orders;
  const changed = Object.keys(orders).filter((key) => before[key]!.join() !== orders[key]!.join());
  for (const key of changed) console.log(`reordered: ${key}: ${orders[key]!.join(' | ')}`);
  console.log(`reordered pairs: ${changed.length} of ${Object.keys(orders).length} queries`);
} else if (file !== undefined) writeFileSync(file, JSON.stringify(orders));
await service.close();
process.exit(0);
