import { describe, expect, it } from 'vitest';
import type { Memory } from '../memory/memory.js';
import { sourceKey } from './foreign-statement.js';
import { planImport } from './plan-import.js';

const PATH = '/p/CLAUDE.md';

/** Statements of a file, one a line. */
const statementsOf = (lines: readonly string[]) =>
  lines.map((content, i) => ({ content, type: 'fact' as const, tags: [], line: i + 1, occurredAt: null }));

const memoriesOf = (lines: readonly string[], fields: Partial<Memory> = {}) =>
  lines.map(
    (content, i) =>
      ({
        memoryId: `${i}`,
        content,
        archivedAt: null,
        expiresAt: null,
        sourcePath: PATH,
        sourceLine: i + 1,
        sourceKey: sourceKey(PATH, content),
        ...fields,
      }) as Memory,
  );

/**
 * The file before and after the change, and the plan: `+` created, `=` unchanged, `-` removed, `a -> b`
 * changed.
 */
const table: Record<string, [before: string[], after: string[], plan: string[]]> = {
  'a new file': [[], ['Use tabs', 'Use tabs'], ['+ Use tabs', '= Use tabs']],
  'the same file in another order': [
    ['Use tabs', 'No any'],
    ['No any', 'Use tabs'],
    ['= No any', '= Use tabs'],
  ],
  'a value': [
    ['The port is 3000', 'No any'],
    ['The port is 4000', 'No any'],
    ['= No any', 'The port is 3000 -> The port is 4000'],
  ],
  'a value and a missing line': [
    ['The port is 3000', 'Use tabs', 'No any'],
    ['The port is 4000', 'No any'],
    ['= No any', 'The port is 3000 -> The port is 4000', '- Use tabs'],
  ],
  'a value of a statement that moved': [
    ['The port is 3000', 'Use tabs', 'No any'],
    ['Use tabs', 'No any', 'The port is 4000'],
    ['= Use tabs', '= No any', 'The port is 3000 -> The port is 4000'],
  ],
  'values of several alike statements': [
    ['Port of the API: 1', 'Port of the page: 2', 'Port of the worker: 3'],
    ['Port of the API: 4', 'Port of the page: 5', 'Port of the worker: 6'],
    [
      'Port of the API: 1 -> Port of the API: 4',
      'Port of the page: 2 -> Port of the page: 5',
      'Port of the worker: 3 -> Port of the worker: 6',
    ],
  ],
  'another statement under the same heading': [
    ['Rules for code: Use tabs', 'Rules for code: Test first', 'Rules for code: Keep modules small'],
    ['Rules for code: Test first', 'Rules for code: Keep modules small', 'Rules for code: Answer in English'],
    [
      '+ Rules for code: Answer in English',
      '= Rules for code: Test first',
      '= Rules for code: Keep modules small',
      '- Rules for code: Use tabs',
    ],
  ],
  'another heading': [
    ['Testing: Mock nothing', 'Testing: Use tables'],
    ['Tests: Mock nothing', 'Tests: Use tables'],
    ['Testing: Mock nothing -> Tests: Mock nothing', 'Testing: Use tables -> Tests: Use tables'],
  ],
  'Chinese statements': [
    ['接口运行在端口 3000', '使用制表符'],
    ['接口运行在端口 4000', '使用制表符'],
    ['= 使用制表符', '接口运行在端口 3000 -> 接口运行在端口 4000'],
  ],
  'an empty file': [['Use tabs', 'No any'], [], ['- Use tabs', '- No any']],
};

function planned(...args: Parameters<typeof planImport>): string[] {
  const { created, unchanged, changed, removed } = planImport(...args);
  return [
    ...created.map(({ content }) => `+ ${content}`),
    ...unchanged.map(({ statement }) => `= ${statement.content}`),
    ...changed.map(({ statement, memory }) => `${memory.content} -> ${statement.content}`),
    ...removed.map(({ content }) => `- ${content}`),
  ];
}

describe('the plan of an import', () => {
  it.each(Object.entries(table))('%s', (_, [before, after, plan]) => {
    const found = planned(statementsOf(after), memoriesOf(before), PATH, 0);
    expect(found.toSorted()).toEqual(plan.toSorted());
  });

  it('leaves memories alone that were edited, archived or have expired', () => {
    const before = ['The port is 3000'];
    const after = statementsOf(['The port is 4000']);
    const edited = memoriesOf(before).map((memory) => ({ ...memory, content: 'The port is 3001' }));
    const archived = memoriesOf(before, { archivedAt: 1 });
    const expired = memoriesOf(before, { expiresAt: 1 });
    for (const memories of [edited, archived, expired]) {
      expect(planned(after, memories, PATH, 2)).toEqual(['+ The port is 4000']);
      expect(planned(statementsOf(before), memories, PATH, 2)).toEqual(['= The port is 3000']);
    }
  });

  it('compares thousands of statements that all changed in a moment', () => {
    const lines = (port: number) =>
      Array.from({ length: 2_000 }, (_, i) => `Services in the cluster: host ${i} listens on port ${port}`);
    const { changed } = planImport(statementsOf(lines(1)), memoriesOf(lines(2)), PATH, 0);
    expect(changed.length).toBeGreaterThan(1_900);
  });
});
