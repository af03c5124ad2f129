import { writeFileSync } from 'node:fs';
import { chooseTurns, scoreTurns, speakersOf } from '@anima/memory/dist/search/ranking/conversation-score.js';
import { conversationSignals } from '@anima/memory/dist/search/ranking/conversation-signals.js';
import { parseQuestion } from '@anima/memory/dist/search/ranking/parse-question.js';
import { baseSignals } from '@anima/memory/dist/search/ranking/plain-score.js';
import { selectTop } from '@anima/memory/dist/search/ranking/select-top.js';
import { CONVERSATION_WEIGHTS, SIGNALS } from '@anima/memory/dist/search/ranking/weights.js';
import { indexOffline, type OfflineMemory } from './offline-index.js';
import { embedTexts } from './vector-cache.js';

/**
 * Number of candidates per question: the best by the current weights. Evidence beyond them is lost in any
 * case.
 */
const CANDIDATES = 160;

export interface FeatureHead {
  signals: readonly string[];
  candidates: number;
  questions: {
    conversation: number;
    /** Number of correct memories. */
    right: number;
    /** Positions of the correct memories among the candidates. */
    found: number[];
  }[];
}

/**
 * Writes the signals of the best turns of every question, for fit-weights.ts: one line of JSON (FeatureHead),
 * then questions x candidates x signals as float32.
 */
export async function dumpFeatures(
  file: string,
  conversations: readonly {
    memories: readonly OfflineMemory[];
    asked: readonly { text: string; right: number[] }[];
  }[],
): Promise<void> {
  const head: FeatureHead = { signals: SIGNALS, candidates: CANDIDATES, questions: [] };
  const blocks: Float32Array[] = [];
  for (const [conversation, { memories, asked }] of conversations.entries()) {
    const index = await indexOffline(memories);
    const vectors = await embedTexts(asked.map(({ text }) => text));
    const rows = index.match({}, Number.MAX_SAFE_INTEGER);
    for (const [at, { text, right }] of asked.entries()) {
      const vector = vectors[at]!;
      const base = baseSignals(parseQuestion(text), vector, index, rows);
      const turns = chooseTurns(index, rows, base);
      const question = parseQuestion(text, speakersOf(index, turns));
      const signals = conversationSignals(question, vector, index, rows, base);
      const top = selectTop(scoreTurns(signals, CONVERSATION_WEIGHTS), CANDIDATES, (a, b) => a - b);
      const block = new Float32Array(CANDIDATES * SIGNALS.length);
      for (const [place, turn] of top.entries()) {
        for (const [column, signal] of SIGNALS.entries())
          block[place * SIGNALS.length + column] = signals[signal][turn]!;
      }
      blocks.push(block);
      head.questions.push({
        conversation,
        right: right.length,
        found: right.map((row) => top.indexOf(row)).filter((place) => place !== -1),
      });
    }
  }
  const headLine = Buffer.from(`${JSON.stringify(head)}\n`);
  writeFileSync(file, Buffer.concat([headLine, ...blocks.map((block) => Buffer.from(block.buffer))]));
}
