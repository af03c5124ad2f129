import type { EvaluationSet } from '@anima/cli/dist/eval/evaluation-set.js';
import { loadLocomo } from '../retrieval/locomo.js';
import { toSet } from './own-sets.js';

/** Returns the sets in ANIMA_EVAL_DIR by the name of their collection. Collections that do not exist are omitted. */
export function loadPublicSets(): Map<string, EvaluationSet[]> {
  const conversations = loadLocomo() ?? [];
  const sets = conversations.map(({ turns, questions }) =>
    toSet({
      memories: turns.map(({ content, speaker, occurredAt, conversationId }, row) => ({
        ...{ id: String(row), content, speaker, type: 'context' },
        ...{ occurred_at: new Date(occurredAt).toISOString(), conversation_id: conversationId },
      })),
      queries: questions.map(({ text, category, evidence }) => ({
        ...{ query: text, kind: `category ${category}` },
        answers: evidence.map(String),
      })),
    }),
  );
  return new Map(sets.length === 0 ? [] : [['LoCoMo', sets]]);
}
