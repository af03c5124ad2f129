import { callWithin } from '@anima/calls/signals';
import type { MemoryClient } from '@anima/client';
import type { EvaluationMemory, EvaluationQuery, EvaluationSet } from './evaluation-set.js';

/**
 * How the memories of a temporary project were removed: `archived` if the service or the token allows no erasure, `failed` if
 * they still exist.
 */
export type Removal = 'erased' | 'archived' | 'failed';

/** Time limit of the removal in milliseconds, also after Ctrl-C. */
const REMOVAL_LIMIT_MS = 120_000;
const VERDICTS_PER_CALL = 50;

/** Creates the name of a project that no other evaluation uses. */
export const temporaryName = (): string => `anima-eval-${crypto.randomUUID()}`;

/**
 * Stores the memories of a set in a project, in the order of the file. Returns their ids by the ids of the file.
 * @throws AnimaError that names the line of a rejected memory.
 */
export async function fillProject(
  client: MemoryClient,
  name: string,
  set: EvaluationSet,
  onProgress: (done: number) => void,
): Promise<Map<string, string>> {
  const memoryIds = new Map<string, string>();
  const idOf = (id: string): string => memoryIds.get(id)!;
  const verdicts: { memory_ids: string[]; verdict: 'conflicts' }[] = [];
  for (const memory of set.memories) {
    const { id, supersedes = [], contradicts = [], type = 'fact', ...fields } = memory;
    const relations = supersedes.length === 0 ? {} : { supersedes: supersedes.map(idOf) };
    const stored = await withPlace(set, memory, () =>
      client.remember({ ...fields, type, project: name, ...relations }),
    );
    memoryIds.set(id, stored.memory_id);
    for (const older of contradicts)
      verdicts.push({ memory_ids: [stored.memory_id, idOf(older)], verdict: 'conflicts' });
    onProgress(memoryIds.size);
  }
  for (let at = 0; at < verdicts.length; at += VERDICTS_PER_CALL)
    await client.audit.judge(verdicts.slice(at, at + VERDICTS_PER_CALL));
  return memoryIds;
}

/**
 * Erases a project and its memories, or archives the memories if the service or the token allows no erasure. Never rejects.
 * @param client A client whose calls do not end with the command, because the project is also removed after Ctrl-C.
 */
export async function removeProject(client: MemoryClient, name: string): Promise<Removal> {
  try {
    return await callWithin(REMOVAL_LIMIT_MS, [], async (signal) => {
      if (await eraseProject(client, name, signal)) return 'erased';
      for (;;) {
        const { memories } = await client.list({ project_id: name, page_size: 200 }, { signal });
        if (memories.length === 0) return 'archived';
        for (const { memory_id } of memories) await client.forget(memory_id, {}, { signal });
      }
    });
  } catch {
    return 'failed';
  }
}

/** Erases a project and its memories; false if the service or the token does not allow it. */
async function eraseProject(client: MemoryClient, name: string, signal: AbortSignal): Promise<boolean> {
  type Deletion = (
    path: string,
    init: object,
  ) => Promise<{ error?: { code: string }; response: Response; data?: unknown }>;
  const remove = client.api.DELETE as unknown as Deletion;
  const call = remove('/api/v1/project/{project_id}', {
    params: { path: { project_id: name }, query: { erase: true } },
    signal,
  });
  const { error, response } = await call;
  // The service rejected the first memory, so that no project exists.
  if (error?.code === 'project_not_found') return true;
  if ([403, 404, 405].includes(response.status)) return false;
  await client.answer(call);
  return true;
}

/** Does work for a memory or query. Adds its line to an error of the service. */
export async function withPlace<Result>(
  set: EvaluationSet,
  entry: EvaluationMemory | EvaluationQuery,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // The detail is the message that the command prints.
    if (error instanceof Error && 'detail' in error && typeof error.detail === 'string')
      Object.assign(error, { detail: `${set.placeOf(entry)}: ${error.detail}` });
    throw error;
  }
}
