import type { EventLog } from '@anima/service/events';
import type { MemoryStore } from '../../ports/memory-store.js';
import type { ResponseCache } from '../cache/response-cache.js';
import type { MemoryDependencies } from '../dependencies.js';
import type { Component } from './component-status.js';

type ComponentName = 'database' | 'vector_index' | 'cache' | 'message_bus' | 'model_runtime';

/** The parts that GET /status tells of, each with a probe that does a little of its real work. */
export function memoryComponents(
  {
    store,
    index,
    embedder,
    calibration,
    clock,
  }: Pick<MemoryDependencies, 'store' | 'index' | 'embedder' | 'calibration' | 'clock'>,
  parts: { events: EventLog; cache: ResponseCache },
): Record<ComponentName, Component> {
  return {
    database: {
      backend: 'sqlite',
      probe: () => {
        const { memories, changeSeq } = store.generation();
        return `${memories} memories, ${changeSeq} changes`;
      },
    },
    vector_index: {
      backend: 'ram',
      probe: () => probeIndex(store, index, clock()),
    },
    cache: { backend: 'sqlite', probe: () => `${parts.cache.probe()} responses` },
    message_bus: { backend: 'in-process', probe: () => probeBus(parts.events) },
    model_runtime: {
      backend: 'onnxruntime',
      probe: async () => {
        await embedder.probe();
        const made = `${embedder.model.name}, ${embedder.dimensions} dimensions`;
        return calibration === null ? `${made}, uncalibrated: the same words only count as the same` : made;
      },
    },
  };
}

/** The index must hold what the database holds, and answer a filter. */
function probeIndex(store: MemoryStore, index: MemoryDependencies['index'], now: number): string {
  const { memories, changeSeq } = store.generation();
  if (index.size !== memories) throw new Error(`holds ${index.size} memories, the database ${memories}`);
  if (index.changeSeq !== changeSeq)
    throw new Error(`holds ${index.changeSeq} changes, the database ${changeSeq}`);
  return `${index.match({}, now).length} active memories`;
}

/** An announcement must reach a subscriber. Others are woken by it and find nothing new in the log. */
function probeBus(events: EventLog): string {
  let heard = false;
  const stop = events.subscribe(() => {
    heard = true;
  });
  const id = events.latestId();
  events.announce([{ id, type: 'status.probe', time: new Date().toISOString(), data: {} }]);
  stop();
  if (!heard) throw new Error('an announcement reached no subscriber');
  return `${id} events so far`;
}
