import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
const ids: string[] = [];

beforeAll(async () => {
  service = await startTestService();
  const remember = async (content: string, rest: object = {}) => {
    const { body } = await service.post('/api/v1/remember', { content, type: 'fact', ...rest });
    ids.push(body.memory_id);
  };
  await remember('The ferry leaves the harbour at nine', { importance: 0.9, project: 'coast' });
  await remember('The ferry reaches the harbour at noon', { importance: 0.8 });
  await remember('Invoices of customers are kept in tables of Postgres', { importance: 0.3 });
  await remember(`Invoices of customers are kept in tables ${'of Postgres '.repeat(40)}`, {
    importance: 0.1,
  });
});
afterAll(() => service.close());

const map = async (query = '') => (await service.get(`/api/v1/memories/map${query}`)).body;

it('lays out what is remembered, those of near meaning near', async () => {
  const { memories, total } = await map();
  expect(total).toBe(4);
  expect(memories.map(({ memory_id }: { memory_id: string }) => memory_id)).toEqual(ids);
  const far = (a: number, b: number) =>
    Math.hypot(memories[a].x - memories[b].x, memories[a].y - memories[b].y);
  for (const other of [2, 3]) expect(far(0, 1)).toBeLessThan(Math.min(far(0, other), far(1, other)));
  expect(memories[0]).toMatchObject({ type: 'fact', project: 'coast' });
  expect(memories[3].content).toHaveLength(200);
  expect(await map()).toEqual({ memories, total });
});

it('tells the most useful where there are more, and what a filter lets through', async () => {
  const few = await map('?limit=2');
  expect([few.total, few.memories.length]).toEqual([4, 2]);
  expect(few.memories[0].memory_id).toBe(ids[0]);
  expect((await map('?project_id=coast')).memories).toHaveLength(1);
  expect(await map('?project_id=nowhere')).toEqual({ memories: [], total: 0 });
});

it.each(['0', '5001', 'x'])('refuses the limit %s', async (limit) => {
  const { status, body } = await service.get(`/api/v1/memories/map?limit=${limit}`);
  expect([status, body.code]).toEqual([400, 'validation_failed']);
  expect(body.detail).toContain('limit');
});
