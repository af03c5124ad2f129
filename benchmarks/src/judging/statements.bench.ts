// Measures a judge on sentence pairs with third-party labels, by set and category. These sets label captions
// with different things at one place as contradictions, so read the misses before you change a rule.
// Usage: npm run bench -- statements [NAME ...] [--wrong]   (ANIMA_EVAL_DIR: the folder with judge/, default
// ../shared/data)
// --wrong prints every contradiction that was called a duplicate, and the first false conflicts of each set.
import { parseArgs } from 'node:util';
import { describeMachine } from '../machine.js';
import { openCachedEmbeddings } from './cached-embeddings.js';
import { judgeTexts, ruleJudge, type Verdict } from './judge-labelled.js';
import { rate } from './rate.js';
import { readStatementSets, type StatementPair } from './statement-sets.js';

type Judged = StatementPair & { readonly verdict: Verdict };

const SHOWN = 10;
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { wrong: { type: 'boolean' } },
});

console.log(`${describeMachine()}\n`);
const embedder = await openCachedEmbeddings();
const judge = ruleJudge(embedder);
const sets = readStatementSets().filter(({ name }) => names.length === 0 || names.includes(name));
console.log(
  '| set | pairs | contradictions | conflicts P / R | contradictions called duplicates | called duplicates of entailments | of neutral | left open |',
);
console.log('|---|---|---|---|---|---|---|---|');
const wrong: string[] = [];
for (const { name, pairs } of sets) {
  const judged = await judgeTexts(pairs, judge, embedder);
  printRow(`**${name}**`, judged);
  const categories = [...new Set(judged.map(({ category }) => category))].sort();
  if (categories.length > 1) {
    for (const category of categories) {
      printRow(
        `${name}: ${category}`,
        judged.filter((pair) => pair.category === category),
      );
    }
  }
  const confused = judged.filter(
    ({ label, verdict }) => label === 'contradiction' && verdict.kind === 'duplicate',
  );
  const alarms = judged.filter(
    ({ label, verdict }) => label !== 'contradiction' && verdict.kind === 'conflict',
  );
  for (const { a, b, label, verdict } of [...confused, ...alarms.slice(0, SHOWN)])
    wrong.push(`- ${name}, ${label} called ${verdict.kind}: ${a} | ${b} (${verdict.evidence.join('; ')})`);
}
if (options.wrong) console.log(`\n${wrong.join('\n')}`);
await embedder.close();

function printRow(name: string, judged: readonly Judged[]): void {
  const count = (label: StatementPair['label'] | null, kind: Verdict['kind']): number =>
    judged.filter((pair) => (label === null || pair.label === label) && pair.verdict.kind === kind).length;
  const contradictions = judged.filter(({ label }) => label === 'contradiction').length;
  const right = count('contradiction', 'conflict');
  console.log(
    `| ${name} | ${judged.length} | ${contradictions} | ${rate(right, count(null, 'conflict'))} / ${rate(right, contradictions)} | ` +
      `${count('contradiction', 'duplicate')} | ${count('entailment', 'duplicate')} | ${count('neutral', 'duplicate')} | ${count(null, 'open')} |`,
  );
}
