// Ranks LoCoMo-dev and the notes in this process, without the service, but with the same index, text analysis
// and ranking.
// Usage: node benchmarks/dist/retrieval/offline.js
import { datePhrases } from '@anima/memory/dist/search/ranking/date-phrases.js';
import { rankMemories } from '@anima/memory/dist/search/ranking/rank.js';
import { seededRandom } from '../index-scan/synthetic-memories.js';
import { loadLocomo } from './locomo.js';
import { type Outcome, outcomeOf, TABLE_HEAD, tableRow } from './metrics.js';
import { loadNotes } from './notes.js';
import { indexOffline, type OfflineMemory } from './offline-index.js';
import { embedTexts } from './vector-cache.js';

const NOW = Date.UTC(2026, 0, 2);
const DAY_MS = 86_400_000;

const conversations = loadLocomo() ?? [];
const { notes, questions: noteQuestions } = loadNotes();
const turnMemories = (at: number): OfflineMemory[] =>
  conversations[at]!.turns.map((turn) => ({
    ...turn,
    project: conversations[at]!.name,
    conversation: turn.conversationId,
  }));
const noteMemories: OfflineMemory[] = notes.map(({ content, project }) => ({ content, project }));

interface Asked {
  text: string;
  /** Row numbers of the correct memories. */
  right: number[];
  group: string;
}

console.log(TABLE_HEAD);
const alone: Outcome[] = [];
const byCategory = new Map<string, Outcome[]>();
for (const [at, { name, questions }] of conversations.entries()) {
  const memories = turnMemories(at);
  const asked = questions.map(({ text, evidence, category }) => ({
    text,
    right: evidence,
    group: `category ${category}`,
  }));
  const outcomes = await measure(memories, asked, (group, outcome) => {
    byCategory.set(group, [...(byCategory.get(group) ?? []), outcome]);
  });
  console.log(tableRow(name, outcomes));
  alone.push(...outcomes);
}
if (alone.length > 0) console.log(tableRow('**LoCoMo-dev**', alone));
for (const [group, outcomes] of [...byCategory].sort()) console.log(tableRow(group, outcomes));

const noteRow = new Map(notes.map(({ id }, at) => [id, at]));
const notesAsked = (offset: number): Asked[] =>
  noteQuestions.map(({ text, notes: right, kind }) => ({
    text,
    right: right.map((id) => noteRow.get(id)! + offset),
    group: kind,
  }));
const byKind = new Map<string, Outcome[]>();
const noteOutcomes = await measure(noteMemories, notesAsked(0), (kind, outcome) => {
  byKind.set(kind, [...(byKind.get(kind) ?? []), outcome]);
});
console.log(tableRow('**notes**', noteOutcomes));
for (const [kind, outcomes] of byKind) console.log(tableRow(`notes: ${kind}`, outcomes));

// Random importances and ages must not outweigh a clear match.
const disturbed: Outcome[] = [];
const random = seededRandom(7);
for (let round = 0; round < 5; round++) {
  const memories = noteMemories.map((memory) => ({
    ...memory,
    importance: random(),
    createdAt: NOW - random() ** 2 * 365 * DAY_MS,
  }));
  disturbed.push(...(await measure(memories, notesAsked(0), () => {})));
}
console.log(tableRow('notes, random importances and ages, 5 rounds', disturbed));

// Ranks every conversation with all notes in one pool: the questions of both, without a project filter.
const mixedTurns: Outcome[] = [];
const mixedNotes: Outcome[] = [];
for (const [at, { questions }] of conversations.entries()) {
  const turns = turnMemories(at);
  const asked = questions.map(({ text, evidence }) => ({ text, right: evidence, group: 'turns' }));
  await measure([...turns, ...noteMemories], [...asked, ...notesAsked(turns.length)], (group, outcome) => {
    (group === 'turns' ? mixedTurns : mixedNotes).push(outcome);
  });
}
if (mixedTurns.length > 0) {
  console.log(tableRow('mixed pool: turns', mixedTurns));
  console.log(tableRow('mixed pool: notes', mixedNotes));
}

async function measure(
  memories: readonly OfflineMemory[],
  asked: readonly Asked[],
  note: (group: string, outcome: Outcome) => void,
): Promise<Outcome[]> {
  const index = await indexOffline(memories);
  const vectors = await embedTexts(asked.map(({ text }) => text));
  const rows = index.match({}, NOW);
  return asked.map(({ text, right, group }, at) => {
    const ranked = rankMemories(
      { text, vector: vectors[at]!, dates: datePhrases(text, { now: NOW, timeZone: 'UTC' }) },
      index,
      rows,
      { limit: 100, now: NOW },
    );
    const ranks = right
      .map((row) => ranked.findIndex((found) => found.row === row))
      .filter((rank) => rank !== -1);
    const outcome = outcomeOf(ranks, right.length);
    note(group, outcome);
    return outcome;
  });
}
