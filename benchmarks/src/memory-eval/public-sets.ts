import type { EvaluationSet } from '@anima/cli/dist/eval/evaluation-set.js';
import { type EvalSet, loadEvalSets } from '../retrieval/data-sets.js';
import { toSet } from './own-sets.js';

/** Returns the sets in ANIMA_EVAL_DIR by the name of their collection. Collections that do not exist are omitted. */
export function loadPublicSets(): Map<string, EvaluationSet[]> {
  const collections = new Map<string, EvaluationSet[]>();
  for (const set of loadEvalSets())
    collections.set(set.collection, [...(collections.get(set.collection) ?? []), toEvaluationSet(set)]);
  return collections;
}

/** The id of a memory is its row number. Empty turns are omitted, because the service stores no empty memories. */
function toEvaluationSet({ memories, queries }: EvalSet): EvaluationSet {
  const isEmpty = (row: number) => memories[row]!.content.trim() === '';
  return toSet({
    memories: memories.flatMap(({ content, speaker, role, conversation, occurredAt }, row) =>
      isEmpty(row)
        ? []
        : [
            {
              ...{ id: String(row), content, type: 'context' },
              ...(speaker === undefined ? {} : { speaker }),
              ...(role === undefined ? {} : { role }),
              ...(conversation === undefined ? {} : { conversation_id: conversation }),
              ...(occurredAt === undefined ? {} : { occurred_at: timeOf(memories, row) }),
            },
          ],
    ),
    queries: queries.map(({ text, evidence, now, before, kind }) => ({
      query: text,
      answers: evidence.map((rows) => rows.filter((row) => !isEmpty(row)).map(String)),
      ...(kind === undefined ? {} : { kind }),
      ...(now === undefined ? {} : { now: isoTime(now) }),
      // A query sees only the memories before it.
      ...(before === undefined || before === 0
        ? {}
        : { filter: { occurred: { to: timeOf(memories, before - 1) } } }),
    })),
  });
}

/** Returns the time of a memory, whose milliseconds are the row: then a filter on the time separates two memories. */
const timeOf = (memories: EvalSet['memories'], row: number): string =>
  isoTime((memories[row]!.occurredAt ?? 0) + row);

const isoTime = (time: number): string => new Date(time).toISOString();
