import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { embedStage } from './archive/embed-stage.js';
import { readMemoryRecord, readProjectRecord } from './archive/memory-record.js';
import { forget, restore, share, updateMemory } from './memory/change-memory.js';
import { archiveExpired } from './memory/expiry.js';
import { mergeMemories } from './memory/merge-memories.js';
import { remember } from './memory/remember.js';
import { browse, search } from './recall/recall.js';
import type { MemoryIndex } from './search/index/memory-index.js';
import { memoryRecord } from './testing/archive-text.js';
import { openStoreAndIndex, type StoreAndIndex } from './testing/store-and-index.js';

const projects = ['red', 'green'] as const;
const conversations = ['talk', 'chat'] as const;
const texts = [
  'Where did Ann go last week?',
  'Ann went to Lisbon in May 2023 with two friends',
  'The ferry to Lisbon leaves at nine',
  'I like strong coffee',
  'Bob paid for the ferry and the coffee',
  'What does Bob like?',
];
const questions = ['Where did Ann go?', 'coffee', 'When does the ferry leave?', 'What did Bob pay for?'];

const text = fc.constantFrom(...texts);
const project = fc.option(fc.constantFrom(...projects));
const which = fc.nat(1_000);
const command = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('remember' as const),
      text,
      project,
      conversation: fc.option(fc.constantFrom(...conversations), { freq: 6 }),
      speaker: fc.option(fc.constantFrom('Ann', 'Bob'), { freq: 6 }),
      ttlSeconds: fc.option(fc.constantFrom(60, 100_000), { freq: 1 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rewrite' as const), which, text }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('move' as const), which, project }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retag' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('forget' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('share' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('merge' as const), which, other: which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('compact' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('save' as const) }) },
);
/** Imports are limited to two per history, because each import starts a thread. */
const imports = fc.array(
  fc.record({ at: fc.nat(30), text, project, conversation: fc.constantFrom(...conversations) }),
  {
    maxLength: 2,
  },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

/** Runs a command. Rejected commands, such as changes of archived memories, are part of a history. */
async function carryOut(under: StoreAndIndex, ids: string[], step: Command): Promise<void> {
  const { deps, index, indexFile } = under;
  const chosen = 'which' in step ? ids[step.which % ids.length] : undefined;
  if (step.do === 'remember') {
    const memoryId = crypto.randomUUID();
    ids.push(memoryId);
    await remember(deps, {
      memoryId,
      content: step.text,
      type: 'fact',
      importance: 0.5,
      project: step.project,
      tags: [],
      sourceAgent: 'ann',
      ttlSeconds: step.ttlSeconds,
      conversationId: step.conversation,
      speaker: step.speaker,
      occurredAt: null,
    });
  } else if (step.do === 'expire') {
    await archiveExpired(deps.withTransaction, deps.clock());
  } else if (step.do === 'compact') {
    index.compact();
  } else if (step.do === 'save') {
    await indexFile.save(index, { ...(await deps.store.generation()), memories: index.size });
  } else if (chosen === undefined) {
    // No memory exists yet.
  } else if (step.do === 'rewrite') {
    await updateMemory(deps, chosen, 'ann', { content: step.text });
  } else if (step.do === 'move') {
    await updateMemory(deps, chosen, 'ann', { project: step.project });
  } else if (step.do === 'retag') {
    await updateMemory(deps, chosen, 'ann', { tags: ['t'], importance: 0.9, type: 'decision' });
  } else if (step.do === 'forget') {
    await forget(deps, chosen, 'ann', true);
  } else if (step.do === 'restore') {
    await restore(deps, chosen, 'ann');
  } else if (step.do === 'share') {
    await share(deps, chosen, 'ann', ['bob']);
  } else {
    const memoryId = crypto.randomUUID();
    const sourceIds = [chosen, ids[step.other % ids.length]!];
    if (sourceIds[0] === sourceIds[1]) return;
    await mergeMemories(deps, { memoryId, sourceIds, agentId: 'ann', maxContentBytes: 65_536 });
    ids.push(memoryId);
  }
}

async function bringIn(
  { deps, storage }: StoreAndIndex,
  ids: string[],
  brought: { text: string; project: string | null; conversation: string },
): Promise<void> {
  const stage = await storage.archives.stage();
  const name = brought.project;
  const inProject =
    name === null ? {} : { project: name, project_id: `019b0000-0000-7000-8000-00000000000${name.length}` };
  if (name !== null) {
    const created_at = '2026-03-01T09:30:00.000Z';
    const record = readProjectRecord({ project_id: inProject.project_id, name, created_at });
    if ('invalid' in record) throw new Error(record.invalid);
    await stage.addProject(record);
  }
  for (const speaker of ['Ann', 'Bob']) {
    const record = memoryRecord({
      ...inProject,
      content: brought.text,
      conversation_id: brought.conversation,
      speaker,
    });
    const archived = readMemoryRecord(record, { contentBytes: 65_536 });
    if ('invalid' in archived) throw new Error(archived.invalid);
    await stage.addMemory(archived);
    ids.push(record.memory_id);
  }
  await embedStage(deps, stage, new AbortController().signal);
  await stage.commit({ type: 'memory.imported', data: {} });
  await stage.close();
}

/** Returns all responses that depend on the index. */
async function answersOf(under: StoreAndIndex, index: MemoryIndex, now: number) {
  const deps = { ...under.over(index), clock: () => now };
  const page = { page: 1, pageSize: 100 };
  const found = [];
  for (const filter of [{}, { projectId: 'red' }, { includeArchived: true }]) {
    for (const question of questions) {
      const { results, total } = await search(deps, question, { ...page, filter });
      found.push([total, results.map(({ memory, score, parts }) => [memory.memoryId, score, parts])]);
    }
  }
  const listed = await browse(
    deps,
    { includeArchived: true },
    { start: { page: page.page }, pageSize: page.pageSize },
  );
  const lastTurns = ['/talk', '/chat'].map((conversation) => index.lastOfConversation(conversation));
  return { size: index.size, changeSeq: index.changeSeq, found, listed, lastTurns };
}

it('returns the same results from the live index, a rebuilt index, and an updated saved index', {
  timeout: 120_000,
}, async () => {
  const histories = fc.array(command, { maxLength: 30, size: 'max' });
  await fc.assert(
    fc.asyncProperty(histories, imports, async (commands, brought) => {
      let now = Date.UTC(2026, 0, 1);
      const under = openStoreAndIndex(() => now);
      try {
        const ids: string[] = [];
        for (const [at, step] of commands.entries()) {
          now += 60_000;
          await carryOut(under, ids, step).catch((error: Error) => {
            if (error.name !== 'AppError') throw error;
          });
          for (const one of brought) if (one.at === at) await bringIn(under, ids, one);
        }
        expect(under.errors).toEqual([]);
        const live = await answersOf(under, under.index, now);
        const opened = await under.openAnew();
        expect(await answersOf(under, opened.index, now)).toEqual(live);
        rmSync(join(under.dataDir, 'memory.index'), { force: true });
        const rebuilt = await under.openAnew();
        expect(rebuilt.origin).toBe('rebuilt');
        expect(await answersOf(under, rebuilt.index, now)).toEqual(live);
      } finally {
        await under.close();
      }
    }),
    { numRuns: 16 },
  );
});
