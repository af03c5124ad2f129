// Measures the findings and false findings of the audit's judges: labelled pairs by set and kind, then all
// pairs of complete memories (look-alikes, templated facts, LoCoMo-dev turns). Prints every alarm of the
// latter for review. The unseen pairs are only counted.
// Usage: npm run bench -- judging   (ANIMA_EVAL_DIR: the folder with sick-dev.tsv and the other sets, default
// ../shared/data)
import { findCalibration } from '@anima/memory/dist/embedding/calibration/find-calibration.js';
import { dot } from '@anima/memory/dist/embedding/vector-math.js';
import type { JudgedText, TextPair } from '@anima/memory/dist/judge/pair-judge.js';
import { describeMachine } from '../machine.js';
import { loadLocomo } from '../retrieval/locomo.js';
import { openCachedEmbeddings } from './cached-embeddings.js';
import { judgeTexts, ruleJudge, type Verdict, verdictsOf } from './judge-labelled.js';
import {
  type LabelledPair,
  loadLookAlikes,
  loadOwnPairs,
  loadQuestions,
  loadSharedPairs,
  loadSick,
} from './labelled-pairs.js';
import { rate } from './rate.js';
import { templatedFacts } from './templated-facts.js';

interface Judged extends LabelledPair {
  readonly verdict: Verdict;
}

const embedder = await openCachedEmbeddings();
const calibration = findCalibration(embedder.model)!;
const judge = ruleJudge(embedder);

console.log(`${describeMachine()}\n`);
const sets: [string, LabelledPair[] | null][] = [
  ['decisions (120, tuned on)', loadSharedPairs('decisions')],
  ['decision duplicates (tuned on)', loadSharedPairs('decision-duplicates')],
  ['own pairs (tuned on)', loadOwnPairs('pairs')],
  ['own pairs, unseen', loadOwnPairs('unseen')],
  ['SICK-dev', loadSick()],
  ['QQP-dev (first 2,000)', loadQuestions()],
];
console.log(
  '| set | pairs | conflicts P / R | duplicates P / R | contradictions called duplicates | left open |',
);
console.log('|---|---|---|---|---|---|');
const bySet = new Map<string, Judged[]>();
for (const [name, pairs] of sets) {
  if (pairs === null) {
    console.log(`| ${name} | not at hand | | | | |`);
    continue;
  }
  const judged: Judged[] = await judgeTexts(pairs, judge, embedder);
  bySet.set(name, judged);
  const confused = judged.filter(
    ({ label, verdict }) => label === 'conflict' && verdict.kind === 'duplicate',
  );
  console.log(
    `| ${name} | ${pairs.length} | ${rates(judged, 'conflict')} | ${rates(judged, 'duplicate')} | ${confused.length} | ${judged.filter(({ verdict }) => verdict.kind === 'open').length} |`,
  );
}

console.log('\n| kind (own pairs, unseen) | right / pairs |\n|---|---|');
for (const [kind, judged] of groupByKind(bySet.get('own pairs, unseen') ?? [])) {
  const right = judged.filter(({ label, verdict }) => label === labelFor(verdict));
  console.log(`| ${kind} | ${right.length} / ${judged.length} |`);
}

console.log(
  '\n| memories, judged as decisions | pairs from the candidate cosine on | conflicts | duplicates | us a pair |',
);
console.log('|---|---|---|---|---|');
const alarms: string[] = [];
await judgeMemories('look-alikes', loadLookAlikes());
await judgeMemories('templated facts', templatedFacts());
const turns = (loadLocomo() ?? []).flatMap((conversation) =>
  conversation.turns.map(({ content }) => content),
);
if (turns.length > 0) await judgeMemories('LoCoMo-dev turns', turns);
console.log(`\nEvery alarm on them:\n${alarms.join('\n')}`);
await embedder.close();

/** Judges every pair at or above the candidate cosine, as the audit does. */
async function judgeMemories(name: string, texts: readonly string[]): Promise<void> {
  const vectors = (await embedder.embed(texts)).map(([first]) => first!);
  const memories = texts.map((text): JudgedText => ({ text }));
  const count = { conflict: 0, duplicate: 0, none: 0, open: 0 };
  const countVerdict = ({ kind, evidence }: Verdict): void => {
    count[kind] += 1;
    if (kind === 'conflict' || kind === 'duplicate')
      alarms.push(`- ${name}, ${kind}: ${evidence.join('; ')}`);
  };
  let candidates = 0;
  let spentMs = 0;
  for (const [at, one] of memories.entries()) {
    const near: TextPair[] = [];
    for (let other = at + 1; other < memories.length; other++) {
      const cosine = dot(vectors[at]!, vectors[other]!);
      if (cosine >= calibration.statements.candidateCosine)
        near.push({ a: one, b: memories[other]!, cosine });
    }
    candidates += near.length;
    const startedAt = performance.now();
    const found = await verdictsOf(near, judge);
    spentMs += performance.now() - startedAt;
    for (const verdict of found) countVerdict(verdict);
  }
  const perThousand = (alarmed: number): string =>
    `${alarmed} (${((1000 * alarmed) / texts.length).toFixed(1)} a thousand)`;
  console.log(
    `| ${name} (${texts.length}) | ${candidates} | ${perThousand(count.conflict)} | ` +
      `${perThousand(count.duplicate)} | ${((1000 * spentMs) / candidates).toFixed(1)} |`,
  );
}

/** Converts a verdict to a label. An open verdict counts as `none`, because it raises no alarm. */
function labelFor({ kind }: Verdict): LabelledPair['label'] {
  return kind === 'open' ? 'none' : kind;
}

/** Returns precision and recall of one verdict, or "-" if the set has no pair with this label. */
function rates(judged: readonly Judged[], label: LabelledPair['label']): string {
  const wanted = judged.filter((pair) => pair.label === label).length;
  const found = judged.filter(({ verdict }) => verdict.kind === label);
  const right = found.filter((pair) => pair.label === label).length;
  return wanted === 0 ? `- (${found.length} found)` : `${rate(right, found.length)} / ${rate(right, wanted)}`;
}

function groupByKind(judged: readonly Judged[]): Map<string, Judged[]> {
  const kinds = new Map<string, Judged[]>();
  for (const pair of judged) kinds.set(pair.kind, [...(kinds.get(pair.kind) ?? []), pair]);
  return kinds;
}
