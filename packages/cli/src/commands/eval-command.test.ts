import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BuiltService } from '@anima/service/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, openCommandLine, startInHome } from '../testing/command-line.js';

let anima: CommandLine;
let service: BuiltService;

beforeAll(async () => {
  const env: Record<string, string> = {};
  anima = openCommandLine(env);
  service = await startInHome('memory', anima.home);
  env.MEMORY_URL = service.url;
});
afterAll(async () => {
  await service?.close();
  anima?.close();
});

const memories = [
  { id: 'old', content: 'The orders database is MySQL 5', type: 'decision', occurred_at: '2026-01-01' },
  { id: 'new', content: 'The orders database is PostgreSQL 17', type: 'decision', supersedes: ['old'] },
  { id: 'tea', content: 'Ada drinks green tea', contradicts: [] as string[] },
];
const queries = [
  { id: 'q1', query: 'Which database do orders use?', answers: ['new'], stale: ['old'], kind: 'decision' },
  { id: 'q2', query: 'What does Ada drink?', answer_texts: ['GREEN  tea'], kind: 'fact', now: '2026-03-01' },
  { id: 'q3', query: 'Who repairs the roof?', answerable: false },
];

function fileOf(name: string, content: unknown): string {
  const path = join(anima.home, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 1));
  return path;
}
async function stored(): Promise<{ content: string; access_count: number }[]> {
  const response = await fetch(`${service.url}/api/v1/memories?page_size=200`);
  const { memories } = (await response.json()) as { memories: { content: string; access_count: number }[] };
  return memories.map(({ content, access_count }) => ({ content, access_count }));
}

// The command runs once as the built program; other cases run in this process.
it('measures a set in a temporary project, and removes its memories', async () => {
  const file = fileOf('set.jsonl', [...memories, ...queries].map((each) => JSON.stringify(each)).join('\n'));
  const table = await anima.run(['eval', file]);
  expect(table).toMatchObject({ code: 0 });
  expect(table.out).toMatch(/^ +queries +R@1 +R@5 +R@10 +MRR +in 1k/);
  expect(table.out).toMatch(/^all +3 +1\.000 +1\.000 +1\.000 +1\.000 +1\.000/m);
  expect(table.out).toMatch(/^decision +1 /m);
  const json = (await anima.here(['eval', fileOf('set.json', { memories, queries }), '--json'])).json<{
    results: unknown[];
    by_kind: object;
  }>();
  expect(json).toMatchObject({
    file: 'set.json',
    memories: 3,
    queries: 3,
    unanswerable: 1,
    mrr: 1,
    stale_rate: 0,
  });
  expect(json).toMatchObject({ recall_at: { 1: 1, 5: 1, 10: 1 }, evidence_within: { 1000: 1, 4000: 1 } });
  expect(json.results[1]).toMatchObject({ id: 'q2', kind: 'fact', ranks: [1], is_stale: null });
  expect(Object.keys(json.by_kind)).toEqual(['decision', 'fact']);
  expect(await stored()).toEqual([]);
});

it('measures a project of the service without changing it', async () => {
  const roof = await anima.here(['remember', 'The roof is red', '--project', 'house', '--json']);
  const { memory_id } = roof.json<{ memory_id: string }>();
  await anima.here(['remember', 'The door is green', '--project', 'garden']);
  const file = fileOf('own.json', {
    queries: [
      { query: 'Which colour does the roof have?', answers: [memory_id] },
      { query: 'Which colour does the door have?', answer_texts: ['green'] },
    ],
  });
  const inHouse = await anima.here(['eval', file, '--project', 'house', '--json']);
  expect(inHouse.json()).toMatchObject({ memories: 0, removal: null, mrr: 0.5 });
  expect((await anima.here(['eval', file, '--json'])).json()).toMatchObject({ mrr: 1 });
  expect(await stored()).toEqual([
    { content: 'The door is green', access_count: 0 },
    { content: 'The roof is red', access_count: 0 },
  ]);
});

it('rejects bad input with its line, and leaves no memories', async () => {
  const before = await stored();
  const code = async (args: string[], problem: string): Promise<number | null> => {
    const done = await anima.here(['eval', ...args]);
    expect(done.err).toContain(problem);
    return done.code;
  };
  const set = fileOf('wrong.json', { memories, queries: [{ query: 'x', answers: ['y'] }] });
  expect(await code([set], 'wrong.json, line 26, query, field answers: Expected ids of memories')).toBe(2);
  expect(await code([anima.home], 'Expected a file')).toBe(2);
  expect(await code([join(anima.home, 'none.json')], 'none.json does not exist')).toBe(3);
  writeFileSync(join(anima.home, 'latin.json'), Buffer.from([0x7b, 0xe9]));
  expect(await code([join(anima.home, 'latin.json')], 'Expected UTF-8')).toBe(2);
  const whole = fileOf('set.json', { memories, queries });
  expect(await code([whole, '--project', 'house'], 'Expected no --project')).toBe(2);
  const missing = '01a20559-927a-7922-ac04-0725237f6317';
  const gone = fileOf('gone.json', { queries: [{ query: 'x', answers: [missing] }] });
  expect(await code([gone], `gone.json, line 3, query "query 1": The service has no memory ${missing}`)).toBe(
    3,
  );
  // The service rejects the second memory: the first one is removed again.
  const rejected = [memories[2], { ...memories[1], supersedes: [], occurred_at: '2026-01-01T25:00:00Z' }];
  const refused = fileOf('refused.json', {
    memories: rejected,
    queries: [{ query: 'x', answerable: false }],
  });
  expect(await code([refused], 'field occurred_at: Expected an ISO 8601')).toBe(2);
  const long = [memories[2], { id: 'long', content: 'é '.repeat(340_000) }];
  const tooLong = fileOf('long.json', { memories: long, queries: [{ query: 'x', answerable: false }] });
  expect(await code([tooLong], 'long.json, line 8, memory "long": ')).toBe(2);
  expect(await stored()).toEqual(before);
});

it('removes the memories after Ctrl-C', async () => {
  const before = await stored();
  const many = Array.from({ length: 400 }, (_, at) => ({
    id: `m${at}`,
    content: `Room ${at} has ${at} chairs`,
  }));
  const file = fileOf('many.json', { memories: many, queries: [{ query: 'x', answerable: false }] });
  const running = anima.start(['eval', file]);
  while ((await stored()).length <= before.length) await new Promise((resolve) => setTimeout(resolve, 20));
  running.kill('SIGINT');
  expect((await running.done).code).toBe(130);
  expect(await stored()).toEqual(before);
});

it('prints the report and fails if the removal fails', async () => {
  const stopped = await startInHome('memory', join(anima.home, 'stopped'));
  const file = fileOf('set.json', { memories, queries });
  const { url } = stopped;
  const proxy = createServer(async (request, response) => {
    const isRemoval = request.method === 'DELETE' || request.url!.includes('/forget');
    if (isRemoval) return void response.destroy();
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = pieces.length === 0 ? {} : { body: Buffer.concat(pieces) };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}${request.url}`, { method: request.method!, headers, ...body });
    response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const done = await anima.here(['eval', file, '--memory-url', `http://127.0.0.1:${port}`]);
  expect(done).toMatchObject({ code: 1 });
  expect(done.out).toMatch(/^all +3 +1\.000/m);
  expect(done.err).toMatch(/The memories of the project anima-eval-[0-9a-f-]{36} could not be removed\./);
  proxy.close();
  await stopped.close();
});
