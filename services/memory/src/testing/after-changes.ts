import { MemoryIndex } from '../search/index/memory-index.js';
import { IndexModel } from './index-model.js';
import { type Change, DIMENSIONS } from './random-entries.js';

/** Returns an index and its model after the same changes. */
export function afterChanges(changes: readonly Change[]): { index: MemoryIndex; model: IndexModel } {
  const index = new MemoryIndex(DIMENSIONS);
  const model = new IndexModel();
  let key = 0;
  for (const change of changes) {
    const keys = [...model.entries.keys()];
    const chosen = keys[change.which % keys.length];
    if (change.kind === 'compact') {
      index.compact();
    } else if (change.kind === 'add') {
      key += 1 + (change.which % 3);
      index.add({ ...change.entry, key });
      model.add({ ...change.entry, key });
    } else if (chosen === undefined) {
    } else if (change.kind === 'replace') {
      index.replace({ ...change.entry, key: chosen });
      model.replace({ ...change.entry, key: chosen });
    } else if (change.kind === 'patch') {
      index.patch(chosen, change.patch);
      model.patch(chosen, change.patch);
    } else {
      index.remove(chosen);
      model.remove(chosen);
    }
  }
  return { index, model };
}
