import { memory } from './client.js';

/** Undoes a merge: when its last source is restored, the service archives the merged memory. */
export async function unmerge(sourceIds: readonly string[]): Promise<void> {
  for (const id of sourceIds) await memory.restore(id);
}
