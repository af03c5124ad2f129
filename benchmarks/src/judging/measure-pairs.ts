import { type BlindPair, type NoteType, typeOfDomain } from './blind-sets.js';
import type { OpenService } from './open-service.js';

/** What the service told of one pair while its notes were written. */
export interface WrittenPair extends BlindPair {
  readonly aId: string;
  readonly bId: string;
  /** Place of `a` among the first of a recall for b's text, asked before b was stored; null where it is not there. */
  readonly recallRank: number | null;
  /** The same once everything is stored; b itself does not count. */
  readonly laterRank: number | null;
  /** Place of `a` in `related` of the answer; null where it is not there. */
  readonly relatedRank: number | null;
  readonly isSimilar: boolean;
  readonly isConflict: boolean;
}

/** What a write told that is not of its pair. */
export interface NeedlessAnswer {
  readonly written: string;
  readonly field: 'related' | 'similar' | 'conflicts';
  readonly told: string;
  /** Whether the text was the first or second of its pair, or an ordinary note. */
  readonly of: 'a' | 'b' | 'ordinary';
}

export interface Writing {
  readonly pairs: readonly WrittenPair[];
  readonly needless: readonly NeedlessAnswer[];
  readonly writes: Readonly<Record<NeedlessAnswer['of'], number>>;
  readonly textOf: ReadonlyMap<string, string>;
}

export interface WriteOptions {
  /** One type for every note, instead of that of its domain. */
  readonly type?: NoteType | undefined;
  /** Notes that belong to no pair, written in between. */
  readonly ordinary?: readonly string[];
}

interface Told {
  memory_id: string;
}

interface Remembered extends Told {
  similar: Told[];
  related: Told[];
  conflicts: Told[];
}

/** One project: what is written stands in one pool. */
export const PROJECT = 'blind';

/** Writes every `a`, then the ordinary notes, then every `b`; asks a recall for b's text before each of these and at the end. */
export async function writePairs(
  { post }: Pick<OpenService, 'post'>,
  pairs: readonly BlindPair[],
  { type, ordinary = [] }: WriteOptions = {},
): Promise<Writing> {
  const textOf = new Map<string, string>();
  const needless: NeedlessAnswer[] = [];
  const write = async (
    content: string,
    of: NeedlessAnswer['of'],
    noteType: NoteType,
    partner: string | null,
  ): Promise<Remembered> => {
    const answer = await post<Remembered>('/api/v1/remember', { content, type: noteType, project: PROJECT });
    textOf.set(answer.memory_id, content);
    for (const field of ['related', 'similar', 'conflicts'] as const) {
      for (const { memory_id: id } of answer[field]) {
        if (id !== partner) needless.push({ written: content, field, told: textOf.get(id)!, of });
      }
    }
    return answer;
  };

  const recalled = async (query: string): Promise<Told[]> => {
    const body = { query, limit: 6, filter: { project_id: PROJECT } };
    return (await post<{ memories: Told[] }>('/api/v1/recall', body)).memories;
  };

  const aIds: string[] = [];
  for (const { a, domain } of pairs) {
    aIds.push((await write(a, 'a', type ?? typeOfDomain(domain), null)).memory_id);
  }
  for (const note of ordinary) await write(note, 'ordinary', type ?? 'fact', null);

  const written: WrittenPair[] = [];
  for (const [at, pair] of pairs.entries()) {
    const aId = aIds[at]!;
    const recallRank = rankOf(aId, await recalled(pair.b));
    const answer = await write(pair.b, 'b', type ?? typeOfDomain(pair.domain), aId);
    written.push({
      ...pair,
      aId,
      bId: answer.memory_id,
      recallRank,
      laterRank: null,
      relatedRank: rankOf(aId, answer.related),
      isSimilar: rankOf(aId, answer.similar) !== null,
      isConflict: rankOf(aId, answer.conflicts) !== null,
    });
  }
  for (const [at, { aId, bId, b }] of written.entries()) {
    const others = (await recalled(b)).filter(({ memory_id }) => memory_id !== bId);
    written[at] = { ...written[at]!, laterRank: rankOf(aId, others) };
  }
  const writes = { a: pairs.length, b: pairs.length, ordinary: ordinary.length };
  return { pairs: written, needless, writes, textOf };
}

function rankOf(id: string, told: readonly Told[]): number | null {
  const place = told.findIndex(({ memory_id }) => memory_id === id);
  return place === -1 ? null : place;
}
