import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readMemoryRecord } from '@anima/memory/dist/archive/memory-record.js';
import { MemoryIndex } from '@anima/memory/dist/search/index/memory-index.js';
import { followStore } from '@anima/memory/dist/search/indexing/index-entry.js';
import { createSqliteArchiveStore } from '@anima/memory/dist/storage/sqlite/archive-store.js';
import { memoryRecord } from '@anima/memory/dist/testing/archive-text.js';
import { openSqliteStore } from '@anima/memory/dist/testing/open-sqlite-store.js';
import { createRandom } from './seed-memories.js';
import { createSyntheticText } from './synthetic-text.js';

const DIMENSIONS = 384;
const BATCH = 1_000;
const MIB = 1024 * 1024;

/**
 * Measures the last step of an import, from the stage to the index: its time, its longest block of the event
 * loop, and its RAM.
 */
export async function measureImportCommit(dataDir: string, count: number) {
  const opened = openSqliteStore(dataDir);
  const index = new MemoryIndex(DIMENSIONS);
  opened.follow((change) => followStore(index, change));
  const onError = (error: unknown) => {
    throw error;
  };
  const archives = createSqliteArchiveStore({ ...opened, onError });
  const stage = await archives.stage();
  const random = createRandom(5);
  const text = createSyntheticText(random);
  for (let number = 1; number <= count; number++) {
    const record = memoryRecord({ content: text(30 + Math.floor(random() * 170)) });
    const archived = readMemoryRecord(record, { contentBytes: 64 * 1024 });
    if ('invalid' in archived) throw new Error(archived.invalid);
    await stage.addMemory(archived);
    const vector = new Float32Array(DIMENSIONS).map(() => random() - 0.5);
    await stage.setVectors(number, { content: [vector], context: null });
    if (number % BATCH === 0) await new Promise((resolve) => setImmediate(resolve));
  }

  const idleMiB = process.memoryUsage.rss() / MIB;
  let peakMiB = idleMiB;
  const watching = setInterval(() => {
    peakMiB = Math.max(peakMiB, process.memoryUsage.rss() / MIB);
  }, 20);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  await stage.commit({ type: 'memory.imported', data: { created: count } });
  const commitMs = performance.now() - started;
  delay.disable();
  clearInterval(watching);
  stage.close();
  if (index.size !== count) throw new Error(`the index has ${index.size} of ${count} memories`);
  await opened.close();
  return { commitMs, longestStopMs: delay.max / 1e6, peakMiB, idleMiB };
}
