import type { MemoryClient } from '@anima/client';
import { notFoundError } from '../failure.js';
import type { EvaluationQuery, EvaluationSet } from './evaluation-set.js';
import { measureHits, type Response } from './measure-hits.js';
import type { QueryResult } from './metrics.js';
import { fillProject, type Removal, removeProject, temporaryName, withPlace } from './temporary-project.js';

export interface EvaluationOptions {
  client: MemoryClient;
  /** Client that removes the temporary project; its calls must not end with the command. */
  cleaner: MemoryClient;
  /** Number of hits per query, 1 to 200. Answers below this rank count as missed. */
  limit: number;
  /** Project of the queries if the set has no memories; undefined for all memories. */
  project: string | undefined;
  onProgress(step: string, share: number): void;
  /** Called if the evaluation failed and its temporary project could not be removed either. */
  onNotRemoved(project: string): void;
  /** Called for each response, in the order of the queries. */
  onResponse?(query: EvaluationQuery, response: Response): void;
}

export interface Evaluation {
  results: QueryResult[];
  /** How the temporary project was removed; null if the set has no memories. */
  removal: Removal | null;
  /** Name of the temporary project, null if the set has no memories. */
  project: string | null;
}

/**
 * Runs the queries of a set. The memories of the set are stored in a temporary project, which is removed afterwards. A set
 * without memories is measured on the memories of the service with `search`, which changes no access counts.
 */
export async function runEvaluation(set: EvaluationSet, options: EvaluationOptions): Promise<Evaluation> {
  const { client, cleaner, onProgress } = options;
  if (set.memories.length === 0) {
    await assertStored(client, set);
    const search = (query: EvaluationQuery) => searchFor(query, options.project, options);
    return { results: await runQueries(set, search, (id) => id, options), removal: null, project: null };
  }
  const name = temporaryName();
  let results: QueryResult[];
  try {
    const memoryIds = await fillProject(client, name, set, (done) =>
      onProgress(`Storing ${set.memories.length} memories`, done / set.memories.length),
    );
    const recall = (query: EvaluationQuery) => recallFrom(query, name, options);
    results = await runQueries(set, recall, (id) => memoryIds.get(id)!, options);
  } catch (error) {
    if ((await removeProject(cleaner, name)) === 'failed') options.onNotRemoved(name);
    throw error;
  }
  return { results, removal: await removeProject(cleaner, name), project: name };
}

async function runQueries(
  set: EvaluationSet,
  retrieve: (query: EvaluationQuery) => Promise<Response>,
  memoryIdOf: (id: string) => string,
  { onProgress, onResponse }: EvaluationOptions,
): Promise<QueryResult[]> {
  const { queries } = set;
  // The first query of a process can load a model: its latency is not part of the measurement.
  await withPlace(set, queries[0]!, () => retrieve(queries[0]!));
  const results: QueryResult[] = [];
  for (const query of queries) {
    const began = performance.now();
    const response = await withPlace(set, query, () => retrieve(query));
    const latencyMs = performance.now() - began;
    results.push({ ...measureHits(query, response, memoryIdOf), latencyMs });
    onResponse?.(query, response);
    onProgress(`Running ${queries.length} queries`, results.length / queries.length);
  }
  return results;
}

async function recallFrom(
  query: EvaluationQuery,
  project: string,
  { client, limit }: EvaluationOptions,
): Promise<Response> {
  const filter = { ...query.filter, project_id: project };
  const body = await client.recall(query.query, { limit, filter, ...timeOf(query) });
  return toResponse(body.memories, body);
}

async function searchFor(
  query: EvaluationQuery,
  project: string | undefined,
  { client, limit }: EvaluationOptions,
): Promise<Response> {
  const filter = { ...query.filter, ...(project === undefined ? {} : { project_id: project }) };
  const body = await client.search(query.query, { page: 1, page_size: limit, filter, ...timeOf(query) });
  return toResponse(body.results, body);
}

const timeOf = ({ now, time_zone }: EvaluationQuery) => ({
  ...(now === undefined ? {} : { now: new Date(now).toISOString() }),
  ...(time_zone === undefined ? {} : { time_zone }),
});

interface ReturnedMemory {
  memory_id: string;
  content: string;
  score: number;
  score_parts?: { semantic: number };
  passage?: { text: string } | null;
  relevance?: number;
}

/** @param body The complete response; a service without `answerable` returns other fields only. */
function toResponse(memories: readonly ReturnedMemory[], body: object): Response {
  return {
    hits: memories.map(({ memory_id, content, passage, score, score_parts, relevance }) => ({
      memoryId: memory_id,
      content,
      text: passage?.text ?? content,
      score,
      semantic: score_parts?.semantic ?? 0,
      relevance: relevance ?? null,
    })),
    answerable: 'answerable' in body && typeof body.answerable === 'number' ? body.answerable : null,
  };
}

/** @throws CommandFailure if the service does not contain a memory that a query refers to. */
async function assertStored(client: MemoryClient, set: EvaluationSet): Promise<void> {
  const known = new Set<string>();
  for (const query of set.queries)
    for (const id of [...(query.answers ?? []), ...(query.stale ?? [])].flat()) {
      if (known.has(id)) continue;
      try {
        // Unlike get, history does not count as an access.
        await client.history(id);
      } catch (error) {
        if (!(error instanceof Error) || !('status' in error) || error.status !== 404) throw error;
        throw notFoundError(`${set.placeOf(query)}: The service has no memory ${id}`);
      }
      known.add(id);
    }
}
