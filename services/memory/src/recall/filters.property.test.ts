import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryTypes } from '../memory/memory.js';
import { startTestService, type TestService } from '../testing/test-service.js';

interface Known {
  memory_id: string;
  type: string;
  importance: number;
  project: string | null;
  project_id: string | null;
  tags: string[];
  source_agent: string;
  created_at: string;
  state: string;
  shared_with: 'all' | string[];
}

const projects = ['red', 'green', null];
const agents = ['ann', 'bob'];
const tags = ['a', 'b', 'c'];
const words = ['river', 'engine', 'ledger', 'violin', 'harvest', 'compiler'];

let service: TestService;
let all: Known[];

beforeAll(async () => {
  service = await startTestService();
  const pick = <T>(list: readonly T[], n: number) => list[n % list.length]!;
  for (let n = 0; n < 180; n++) {
    const project = pick(projects, n * 7);
    const { body } = await service.post(
      '/api/v1/remember',
      {
        content: `${pick(words, n)} ${pick(words, n * 5 + 1)} note ${n}`,
        type: pick(memoryTypes, n * 3),
        importance: (n % 11) / 10,
        tags: tags.filter((_, i) => (n >> i) & 1),
        ...(project === null ? {} : { project }),
        ...(n % 9 === 0 ? { conversation_id: 'talk', speaker: 'Ann' } : {}),
      },
      { 'x-agent-id': pick(agents, n * 13) },
    );
    if (n % 5 === 0) await service.post('/api/v1/forget', { memory_id: body.memory_id });
    else if (n % 6 === 0)
      await service.post('/api/v1/share', { memory_id: body.memory_id, target_agents: [pick(agents, n)] });
    else if (n % 8 === 0) await service.post('/api/v1/share', { memory_id: body.memory_id });
    else if (n % 7 === 0) {
      await service.patch(`/api/v1/memories/${body.memory_id}`, {
        content: `rewritten ${n}`,
        project: 'red',
        tags: ['c'],
      });
    }
  }
  all = (await service.get('/api/v1/memories?include_archived=true&page_size=200')).body.memories;
});
afterAll(() => service.close());

const filters = fc.record(
  {
    memory_type: fc.constantFrom(...memoryTypes),
    source_agent: fc.constantFrom(...agents, 'nobody'),
    project_id: fc.constantFrom('red', 'green', 'blue'),
    min_importance: fc.constantFrom(0, 0.3, 0.7, 1),
    tags: fc.subarray(tags),
    shared_with: fc.constantFrom(...agents, 'nobody'),
    include_archived: fc.boolean(),
    date_range: fc.record(
      { from: fc.nat(179).map((n) => n), to: fc.nat(179).map((n) => n) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

type Filter = typeof filters extends fc.Arbitrary<infer T> ? T : never;

/** Positions in the list become the times of the memories there, the right way round. */
function withTimes({ date_range: range, ...filter }: Filter) {
  if (range === undefined) return filter;
  const at = (n: number) => all[n]!.created_at;
  const [from, to] =
    range.from !== undefined && range.to !== undefined && at(range.from) > at(range.to)
      ? [range.to, range.from]
      : [range.from, range.to];
  return {
    ...filter,
    date_range: {
      ...(from === undefined ? {} : { from: at(from) }),
      ...(to === undefined ? {} : { to: at(to) }),
    },
  };
}

/** The filter as the contract words it, over the records. */
function passes(memory: Known, filter: ReturnType<typeof withTimes>): boolean {
  const range = 'date_range' in filter ? filter.date_range : {};
  return (
    (filter.include_archived === true || memory.state === 'active') &&
    (filter.memory_type === undefined || memory.type === filter.memory_type) &&
    (filter.source_agent === undefined || memory.source_agent === filter.source_agent) &&
    (filter.project_id === undefined || memory.project === filter.project_id) &&
    (filter.min_importance === undefined || memory.importance >= filter.min_importance) &&
    (filter.tags ?? []).every((tag) => memory.tags.includes(tag)) &&
    (filter.shared_with === undefined ||
      memory.shared_with === 'all' ||
      memory.shared_with.includes(filter.shared_with)) &&
    (range?.from === undefined || memory.created_at >= range.from) &&
    (range?.to === undefined || memory.created_at <= range.to)
  );
}

const ids = (list: { memory_id: string }[]) => list.map(({ memory_id }) => memory_id);

describe('recall, search and the list against a brute-force model', () => {
  it('recall: min(n, limit) results, none outside the filter, none twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.integer({ min: 1, max: 200 }),
        fc.constantFrom(...words, 'note 7', '?'),
        async (random, limit, query) => {
          const filter = withTimes(random);
          const expected = new Set(ids(all.filter((memory) => passes(memory, filter))));
          const { status, body } = await service.post('/api/v1/recall', { query, limit, filter });
          expect(status).toBe(200);
          const found = ids(body.memories);
          expect(found).toHaveLength(Math.min(expected.size, limit));
          expect(new Set(found).size).toBe(found.length);
          expect(found.filter((id) => !expected.has(id))).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('search: the pages together are the matching memories, each once', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 5, max: 60 }), async (random, pageSize) => {
        const filter = withTimes(random);
        const expected = ids(all.filter((memory) => passes(memory, filter)));
        const found: string[] = [];
        for (let page = 1, pages = 1; page <= pages; page++) {
          const { body } = await service.post('/api/v1/search', {
            query: 'engine',
            page,
            page_size: pageSize,
            filter,
          });
          expect(body.total).toBe(expected.length);
          pages = body.total_pages;
          found.push(...ids(body.results));
        }
        expect([...found].sort()).toEqual([...expected].sort());
      }),
      { numRuns: 40 },
    );
  });

  it('the list: the same filters, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (random) => {
        const filter = withTimes(random);
        const { date_range: range, ...same } = { date_range: undefined, ...filter };
        const query = new URLSearchParams();
        for (const [name, value] of Object.entries({ ...same, ...range })) {
          for (const each of [value].flat()) query.append(name, String(each));
        }
        const { status, body } = await service.get(`/api/v1/memories?page_size=200&${query}`);
        expect(status).toBe(200);
        expect(ids(body.memories)).toEqual(ids(all.filter((memory) => passes(memory, filter))));
      }),
      { numRuns: 60 },
    );
  });
});
