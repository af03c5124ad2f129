import { memory } from './client.js';

/** Undoes a merge: with the last of its sources back, the service archives what was made of them. */
export async function unmerge(sourceIds: readonly string[]): Promise<void> {
  for (const id of sourceIds) await memory.restore(id);
}
