// Records a run in which an agent judges the undecided pairs of a service over MCP, and compares the stored
// relations with the labels of the author.
// Usage: npm run bench -- agent-run MODE
//   serve PAIRS.jsonl DIR [PORT]  stores the notes (b's after a's) and serves until Ctrl-C
//   call DIR TOOL [JSON]          calls a tool over MCP, prints and records the result
//   compare DIR                   compares the stored relations with the labels while `serve` runs
// The agent must not read DIR, which contains labels.json.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeMachine } from '../machine.js';
import { startService } from '../service/service-under-test.js';
import { type BlindPair, pairLabels, readBlindSet } from './blind-sets.js';
import { PROJECT, type WrittenPair, writePairs } from './measure-pairs.js';
import { rate } from './rate.js';
import { readRelations, relationKinds, type StoredRelation } from './stored-relations.js';

const [mode, ...rest] = process.argv.slice(2);
if (mode === 'serve' && rest.length >= 2) await serve(rest[0]!, rest[1]!, rest[2] ?? '9391');
else if (mode === 'call' && rest.length >= 2) await call(rest[0]!, rest[1]!, rest[2] ?? '{}');
else if (mode === 'compare' && rest.length === 1) await compare(rest[0]!);
else {
  console.error('Usage: agent-run serve PAIRS.jsonl DIR [PORT] | call DIR TOOL [JSON] | compare DIR');
  process.exitCode = 2;
}

async function serve(file: string, folder: string, port: string): Promise<void> {
  const set = readBlindSet(file);
  if (set.kind !== 'pairs') throw new Error(`Expected pairs of notes in ${file}, received prompts`);
  mkdirSync(folder, { recursive: true });
  const service = await startService(join(folder, 'data'), { MEMORY_PORT: port });
  const { pairs } = await writePairs(service, set.pairs);
  writeFileSync(join(folder, 'url'), service.url);
  writeFileSync(join(folder, 'labels.json'), JSON.stringify(pairs));
  console.log(`${2 * pairs.length} notes stand in project "${PROJECT}". MCP: ${service.url}/mcp`);
  console.log(
    `When the agent is done: npm run bench -- agent-run compare ${folder}. Ctrl-C ends the service.`,
  );
  await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  await service.stop();
}

/** Calls a tool as an MCP client does: JSON-RPC over HTTP, with an independent request for each call. */
async function call(folder: string, tool: string, json: string): Promise<void> {
  const given = JSON.parse(json) as Record<string, unknown>;
  const response = await fetch(`${urlOf(folder)}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-agent-id': 'judge',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: given },
    }),
  });
  const body = await response.text();
  const message = JSON.parse(body.startsWith('{') ? body : body.slice(body.indexOf('{'))) as {
    result?: { content: { text: string }[] };
  };
  const answer = message.result?.content.map(({ text }) => text).join('\n') ?? body;
  appendFileSync(join(folder, 'transcript.jsonl'), `${JSON.stringify({ tool, arguments: given, answer })}\n`);
  console.log(answer);
}

function urlOf(folder: string): string {
  return readFileSync(join(folder, 'url'), 'utf8');
}

async function compare(folder: string): Promise<void> {
  const pairs = JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8')) as WrittenPair[];
  const labels = new Map(pairs.map(({ aId, bId, label }) => [keyOf(aId, bId), label]));
  const relations = await readRelations(
    urlOf(folder),
    pairs.flatMap(({ aId, bId }) => [aId, bId]),
  );
  const labelOf = ({ from, to }: StoredRelation) => labels.get(keyOf(from, to)) ?? 'strangers';

  console.log(`${describeMachine()}; relations kept: ${relations.length}\n`);
  console.log(`| pairs | of | ${relationKinds.join(' | ')} | nothing |`);
  console.log(`|---|---|${relationKinds.map(() => '---|').join('')}---|`);
  for (const label of [...pairLabels, 'strangers'] as const) {
    const labelled = relations.filter((relation) => labelOf(relation) === label);
    const counts = relationKinds.map((kind) => labelled.filter((relation) => relation.kind === kind).length);
    const relatedPairs = new Set(labelled.map(({ from, to }) => keyOf(from, to))).size;
    const of = pairs.filter((pair) => pair.label === label).length;
    console.log(`| ${label} | ${of || ''} | ${counts.join(' | ')} | ${of === 0 ? '' : of - relatedPairs} |`);
  }
  console.log('\n| found | precision | recall |\n|---|---|---|');
  printFound(
    'conflict',
    relations.filter(({ kind }) => kind === 'supersedes' || kind === 'conflicts'),
  );
  printFound(
    'duplicate',
    relations.filter(({ kind }) => kind === 'duplicates'),
  );

  function printFound(label: BlindPair['label'], told: readonly StoredRelation[]): void {
    const keys = [...new Set(told.map(({ from, to }) => keyOf(from, to)))];
    const right = keys.filter((key) => labels.get(key) === label).length;
    const wanted = pairs.filter((pair) => pair.label === label).length;
    console.log(`| ${label} | ${rate(right, keys.length)} | ${rate(right, wanted)} |`);
  }

  const textOf = new Map(pairs.flatMap(({ a, b, aId, bId }) => [[aId, a] as const, [bId, b] as const]));
  console.log('\nNot as labelled:');
  for (const relation of relations) {
    const { from, to, kind, by, reason } = relation;
    if (isAsLabelled(kind, labelOf(relation))) continue;
    console.log(
      `- ${labelOf(relation)} called ${kind} by ${by}: ${textOf.get(from)} | ${textOf.get(to)} (${reason ?? ''})`,
    );
  }
}

function isAsLabelled(kind: StoredRelation['kind'], label: BlindPair['label'] | 'strangers'): boolean {
  if (label === 'conflict') return kind === 'supersedes' || kind === 'conflicts';
  return label === 'duplicate' ? kind === 'duplicates' : kind === 'distinct';
}

function keyOf(one: string, other: string): string {
  return [one, other].sort().join();
}
