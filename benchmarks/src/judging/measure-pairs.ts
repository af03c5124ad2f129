import { type BlindPair, type NoteType, typeOfDomain } from './blind-sets.js';
import type { OpenService } from './open-service.js';

/** Results that the service returned for one pair while its notes were stored. */
export interface WrittenPair extends BlindPair {
  readonly aId: string;
  readonly bId: string;
  /**
   * Rank of `a`, from 0, in a recall for b's text before b was stored. Null if `a` is not among the first 6.
   */
  readonly recallRank: number | null;
  /** Rank of `a` in the same recall after everything was stored, without b itself. */
  readonly laterRank: number | null;
  /** Rank of `a` in `related` of the response. Null if it is missing. */
  readonly relatedRank: number | null;
  readonly isSimilar: boolean;
  readonly isConflict: boolean;
}

/** A memory in the response to a write that is not the partner of the written note. */
export interface NeedlessAnswer {
  readonly written: string;
  readonly field: 'related' | 'similar' | 'conflicts';
  readonly told: string;
  /** Whether the written text was the first or second of its pair, or an ordinary note. */
  readonly of: 'a' | 'b' | 'ordinary';
}

export interface Writing {
  readonly pairs: readonly WrittenPair[];
  readonly needless: readonly NeedlessAnswer[];
  readonly writes: Readonly<Record<NeedlessAnswer['of'], number>>;
  readonly textOf: ReadonlyMap<string, string>;
}

export interface WriteOptions {
  /** Type of every note. By default, each note has the type of its domain. */
  readonly type?: NoteType | undefined;
  /** Notes that belong to no pair, written between the a's and the b's. */
  readonly ordinary?: readonly string[];
}

interface ReportedMemory {
  memory_id: string;
}

interface Remembered extends ReportedMemory {
  similar: ReportedMemory[];
  related: ReportedMemory[];
  conflicts: ReportedMemory[];
}

/** Project of all notes, so that they form one pool. */
export const PROJECT = 'blind';

/**
 * Writes every `a`, then the ordinary notes, then every `b`. Recalls b's text before each `b` is written, and
 * again at the end.
 */
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

  const recalled = async (query: string): Promise<ReportedMemory[]> => {
    const body = { query, limit: 6, filter: { project_id: PROJECT } };
    return (await post<{ memories: ReportedMemory[] }>('/api/v1/recall', body)).memories;
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

function rankOf(id: string, told: readonly ReportedMemory[]): number | null {
  const place = told.findIndex(({ memory_id }) => memory_id === id);
  return place === -1 ? null : place;
}
