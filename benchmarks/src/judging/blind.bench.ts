// Measures pairs of notes and prompts by authors without knowledge of the service, over HTTP against this
// build: related memories that a write reports, findings of an audit, and hits of the cache. This benchmark
// uses no tuned data.
// Usage: npm run bench -- blind [FILE.jsonl ...] [options]   (default: all of benchmarks/pairs; reads
// MEMORY_JUDGE_* and MEMORY_CACHE_*)
//   --type decision   one type for all notes (default: by domain)
//   --ordinary        also stores 300 ordinary notes
//   --audits 3        number of audits; reports the last (a model with a budget judges more in each)
//   --oracle          judges all undecided pairs by their labels, page by page
//   --list            prints each miss and each finding

import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { type Strictness, strictnesses } from '@anima/memory/dist/cache/strictness.js';
import { describeMachine } from '../machine.js';
import {
  type BlindPair,
  type BlindPrompt,
  type NoteType,
  ownBlindSets,
  pairLabels,
  promptLevels,
  readBlindSet,
  readOrdinaryNotes,
} from './blind-sets.js';
import { type AuditOutcome, auditPairs, judgeByLabels, type OracleOutcome } from './measure-audit.js';
import { type Writing, type WrittenPair, writePairs } from './measure-pairs.js';
import { type CheckedPrompt, checkPrompts, isFound, isWrong, storePrompts } from './measure-prompts.js';
import { type OpenService, openService } from './open-service.js';
import { rate } from './rate.js';

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    type: { type: 'string' },
    ordinary: { type: 'boolean' },
    audits: { type: 'string', default: '1' },
    oracle: { type: 'boolean' },
    list: { type: 'boolean' },
  },
});

console.log(describeMachine());
for (const file of files.length > 0 ? files : ownBlindSets()) {
  const rows = readBlindSet(file);
  console.log(`\n## ${basename(file)}\n`);
  const service = await openService();
  try {
    if (rows.kind === 'pairs') await reportPairs(service, rows.pairs);
    else await reportPrompts(service, rows.prompts);
  } finally {
    await service.close();
  }
}

async function reportPairs(open: OpenService, pairs: readonly BlindPair[]): Promise<void> {
  const ordinary = options.ordinary ? readOrdinaryNotes() : [];
  const writing = await writePairs(open, pairs, { type: options.type as NoteType | undefined, ordinary });
  console.log(
    '| partner told when b is written | recall 1 / 3 / 5 | recall later | `related` 1 / 3 | `similar` | `conflicts` |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const label of pairLabels)
    printWritten(
      label,
      writing.pairs.filter((pair) => pair.label === label),
    );
  for (const domain of new Set(pairs.map((pair) => pair.domain))) {
    const ofDomain = writing.pairs.filter((pair) => pair.domain === domain && pair.label === 'conflict');
    printWritten(`conflicts, ${domain}`, ofDomain);
  }
  printNeedless(writing);
  // A model with a budget judges more pairs in each audit, because its earlier verdicts are stored.
  for (let audit = 1; audit < Number(options.audits); audit++) await auditPairs(open, writing);
  printAudit(writing, await auditPairs(open, writing));
  if (options.oracle) printOracle(writing, await judgeByLabels(open, writing));
  if (!options.list) return;
  console.log('\nNot among `related`:');
  for (const { relatedRank, label, a, b } of writing.pairs) {
    if (relatedRank === null && label !== 'lookalike') console.log(`- ${label}: ${a} | ${b}`);
  }
}

function printWritten(name: string, pairs: readonly WrittenPair[]): void {
  const share = (isTold: (pair: WrittenPair) => boolean): string =>
    rate(pairs.filter(isTold).length, pairs.length);
  const within = (rank: number | null, depth: number) => rank !== null && rank < depth;
  const recall = [1, 3, 5].map((depth) => share(({ recallRank }) => within(recallRank, depth)));
  const later = [1, 3, 5].map((depth) => share(({ laterRank }) => within(laterRank, depth)));
  const related = [1, 3].map((depth) => share(({ relatedRank }) => within(relatedRank, depth)));
  console.log(
    `| ${name} (${pairs.length}) | ${recall.join(' / ')} | ${later.join(' / ')} | ${related.join(' / ')} | ` +
      `${share(({ isSimilar }) => isSimilar)} | ${share(({ isConflict }) => isConflict)} |`,
  );
}

function printNeedless({ needless, writes }: Writing): void {
  console.log('\n| needless a write | `related` | `similar` | `conflicts` |\n|---|---|---|---|');
  for (const of of ['a', 'b', 'ordinary'] as const) {
    if (writes[of] === 0) continue;
    const counts = (['related', 'similar', 'conflicts'] as const).map((field) => {
      const reported = needless.filter((answer) => answer.of === of && answer.field === field).length;
      return (reported / writes[of]).toFixed(2);
    });
    console.log(`| writing ${of} (${writes[of]}) | ${counts.join(' | ')} |`);
  }
  for (const { field, written, told: reported } of needless) {
    if (field === 'conflicts') console.log(`- needless conflict: ${reported} | ${written}`);
  }
}

function printAudit({ pairs }: Writing, { reported: said, stale, undecided, notes }: AuditOutcome): void {
  console.log(
    '\n| the audit says | precision | recall | right | of look-alikes | of the other label | of strangers |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const kind of ['conflict', 'duplicate'] as const) {
    const reported = said.filter((pair) => pair.reported === kind);
    const right = reported.filter(({ label }) => label === kind).length;
    const count = (label: string) => reported.filter((pair) => pair.label === label).length;
    const other = kind === 'conflict' ? 'duplicate' : 'conflict';
    console.log(
      `| ${kind} | ${rate(right, reported.length)} | ${rate(right, pairs.filter(({ label }) => label === kind).length)} | ` +
        `${right} | ${count('lookalike')} | ${count(other)} | ${count('strangers')} |`,
    );
  }
  for (const { reported: kind, label, by, texts, evidence } of said) {
    if (label !== kind)
      console.log(
        `- false ${kind} (${label}, by ${by}): ${texts.join(' | ')}\n    ${evidence.join('\n    ')}`,
      );
    else if (options.list) console.log(`- right ${kind} (by ${by}): ${texts.join(' | ')}`);
  }
  console.log(`\nStale: ${stale.length}`);
  for (const { texts, detail } of stale) console.log(`- ${texts.join(' | ')}: ${detail}`);
  console.log(`\n| undecided (${undecided.length} listed) | listed | of | median place |\n|---|---|---|---|`);
  for (const label of [...pairLabels, 'strangers'] as const) {
    const places = undecided.flatMap((listed, at) => (listed === label ? [at + 1] : []));
    const of = pairs.filter((pair) => pair.label === label).length;
    console.log(`| ${label} | ${places.length} | ${of} | ${places[places.length >> 1] ?? '-'} |`);
  }
  if (notes.length > 0) console.log(`\nNotes of the run: ${notes.join('; ')}`);
}

function printOracle({ pairs }: Writing, { pages, pairs: checked, labels }: OracleOutcome): void {
  console.log(
    `\nAn agent that is never wrong was asked about ${checked} pairs on ${pages} pages until none was undecided:`,
  );
  for (const label of pairLabels) {
    console.log(`- ${label}: ${labels[label]} of ${pairs.filter((pair) => pair.label === label).length}`);
  }
  console.log(`- strangers: ${labels.strangers}`);
}

async function reportPrompts(open: OpenService, prompts: readonly BlindPrompt[]): Promise<void> {
  await storePrompts(open, prompts);
  console.log('\n| prompts | level | near misses answered | same found |\n|---|---|---|---|');
  const wrong: string[] = [];
  const same: string[] = [];
  for (const strictness of strictnesses) {
    const checked = await checkPrompts(open, prompts, strictness);
    for (const level of [...promptLevels, 'all']) printPrompts(strictness, level, checked);
    for (const prompt of checked) {
      const at = `${strictness} ${prompt.level}`;
      if (isWrong(prompt)) wrong.push(`- ${at}, ${prompt.label}: ${prompt.answeredBy} | ${prompt.asked}`);
      else if (prompt.label === 'same')
        same.push(`- ${at}, ${isFound(prompt) ? 'found' : 'missed'}: ${prompt.cached} | ${prompt.asked}`);
    }
  }
  console.log(`\nWrong answers (cached | asked):\n${wrong.join('\n')}`);
  if (options.list) console.log(`\nWhat asks the same:\n${same.join('\n')}`);
}

function printPrompts(strictness: Strictness, level: string, all: readonly CheckedPrompt[]): void {
  const checked = level === 'all' ? all : all.filter((prompt) => prompt.level === level);
  const near = checked.filter(({ label }) => label === 'different');
  const same = checked.filter(({ label }) => label === 'same');
  console.log(
    `| ${strictness} | ${level} | ${near.filter(isWrong).length} of ${near.length} | ` +
      `${same.filter(isFound).length} of ${same.length} (${same.filter(isWrong).length} with another's answer) |`,
  );
}
