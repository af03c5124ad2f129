import { AppError } from '@anima/service/errors';
import { expect, it, vi } from 'vitest';
import { bgeSmall } from '../embedding/calibration/bge-small-en-v1.5-int8.js';
import { MemoryIndex } from '../search/index/memory-index.js';
import { createRamSearch } from '../storage/ram/memory-search.js';
import { createTableJudge } from '../testing/table-judge.js';
import type { AuditDependencies } from './audit-dependencies.js';
import { compareTexts } from './compare-texts.js';
import { createPacer } from './pacer.js';

it('retries if the queue of the model is full', async () => {
  const vector = new Float32Array(16).fill(0.25);
  const embed = vi
    .fn(async () => [[vector]])
    .mockRejectedValueOnce(new AppError('overloaded', 'Too many texts wait to be embedded'));
  const relations = { of: () => [], among: () => [] };
  const judgeOptions = { modelJudge: null, modelBudget: { pairs: 0, seconds: 1 }, relations };
  const judges = { quickJudge: createTableJudge([]), calibration: bgeSmall };
  const deps = {
    search: createRamSearch(new MemoryIndex(16)),
    embedder: { embed },
    ...judges,
    ...judgeOptions,
  } as unknown as AuditDependencies;
  const statement = {
    file: { path: '/project/CLAUDE.md', name: 'CLAUDE.md', kind: 'instructions' as const, text: '' },
    line: 1,
    headings: [],
    text: 'We deploy on Fridays',
    decides: true,
  };
  const pacer = createPacer(new AbortController().signal);
  const { observations } = await compareTexts(deps, [], [statement], 20, pacer, () => {});
  expect(observations).toEqual([]);
  expect(embed).toHaveBeenCalledTimes(2);
});
