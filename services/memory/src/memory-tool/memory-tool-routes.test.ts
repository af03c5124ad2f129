import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
let project: string;
let projects = 0;

beforeAll(async () => {
  service = await startTestService({ MEMORY_MAX_CONTENT_BYTES: '20000' });
});
afterAll(() => service?.close());
beforeEach(() => {
  project = `files ${projects++}`;
});

const call = (input: object, headers: Record<string, string> = {}) =>
  service.post('/memory-tool', input, { 'x-anima-project': encodeURIComponent(project), ...headers });

async function tool(command: string, input: object): Promise<string> {
  const { status, body } = await call({ command, ...input });
  expect([status, body.is_error]).toEqual([200, false]);
  return body.content;
}
async function failure(command: string, input: object): Promise<string> {
  const { status, body } = await call({ command, ...input });
  expect([status, body.is_error]).toEqual([200, true]);
  return body.content;
}
const create = (path: string, file_text: string) => tool('create', { path, file_text });

const LISTING = 'excluding hidden items and node_modules:';

describe("Anthropic's memory tool", () => {
  it('lists an empty directory', async () => {
    expect(await tool('view', { path: '/memories' })).toBe(
      `Here're the files and directories up to 2 levels deep in /memories, ${LISTING}\n0B\t/memories`,
    );
  });

  it('lists two levels with sizes, without hidden files', async () => {
    await create('/memories/notes.md', 'x'.repeat(1536));
    await create('/memories/work/a.md', 'abc');
    await create('/memories/work/deep/b.md', 'four');
    await create('/memories/.hidden', 'x');
    await create('/memories/node_modules/m.js', 'x');
    expect((await tool('view', { path: '/memories/' })).split('\n').slice(1)).toEqual([
      '1.5K\t/memories',
      '1.5K\t/memories/notes.md',
      '7B\t/memories/work/',
      '3B\t/memories/work/a.md',
      '4B\t/memories/work/deep/',
    ]);
    expect((await tool('view', { path: '/memories/work' })).split('\n').slice(1)).toEqual([
      '7B\t/memories/work',
      '3B\t/memories/work/a.md',
      '4B\t/memories/work/deep/',
      '4B\t/memories/work/deep/b.md',
    ]);
  });

  it('shows a file with line numbers, or a part of it', async () => {
    expect(await create('/memories/list.txt', 'one\ntwo\nthree')).toBe(
      'File created successfully at: /memories/list.txt',
    );
    const head = "Here's the content of /memories/list.txt with line numbers:\n";
    const view = (view_range?: number[]) =>
      tool('view', { path: '/memories/list.txt', ...(view_range && { view_range }) });
    expect(await view()).toBe(`${head}     1\tone\n     2\ttwo\n     3\tthree`);
    expect(await view([2, -1])).toBe(`${head}     2\ttwo\n     3\tthree`);
    expect(await view([2, 2])).toBe(`${head}     2\ttwo`);
  });

  it('replaces a text that occurs once', async () => {
    await create('/memories/a.txt', '1\n2\nred\n4\n5\n6\n2');
    const edit = { path: '/memories/a.txt', old_str: 'red', new_str: 'green\nblue' };
    expect(await tool('str_replace', edit)).toBe(
      'The memory file has been edited. Here is the snippet showing the change (with line numbers):\n' +
        '     1\t1\n     2\t2\n     3\tgreen\n     4\tblue\n     5\t4\n     6\t5',
    );
    expect(await failure('str_replace', edit)).toBe(
      'No replacement was performed, old_str `red` did not appear verbatim in /memories/a.txt.',
    );
    expect(await failure('str_replace', { path: '/memories/a.txt', old_str: '2', new_str: '' })).toBe(
      'No replacement was performed. Multiple occurrences of old_str `2` in lines: 2, 8. Please ensure it is unique',
    );
    expect(await failure('str_replace', { ...edit, path: '/memories/none' })).toBe(
      'Error: The path /memories/none does not exist. Please provide a valid path.',
    );
  });

  it('inserts after a line', async () => {
    await create('/memories/a.txt', 'one\ntwo\n');
    const insert = (insert_line: number, insert_text: string) => ({
      path: '/memories/a.txt',
      insert_line,
      insert_text,
    });
    expect(await tool('insert', insert(1, 'one and a half\n'))).toBe(
      'The file /memories/a.txt has been edited.',
    );
    await tool('insert', insert(0, 'zero'));
    expect(await tool('view', { path: '/memories/a.txt' })).toContain(
      '     1\tzero\n     2\tone\n     3\tone and a half\n     4\ttwo\n     5\t',
    );
    expect(await failure('insert', insert(9, 'x'))).toBe(
      'Error: Invalid `insert_line` parameter: 9. It should be within the range of lines of the file: [0, 4]',
    );
    expect(await failure('insert', { ...insert(0, 'x'), path: '/memories/b' })).toBe(
      'Error: The path /memories/b does not exist',
    );
  });

  it('deletes files and directories, whose paths can be used again', async () => {
    await create('/memories/d/a.txt', 'a');
    await create('/memories/d/b.txt', 'b');
    expect(await tool('delete', { path: '/memories/d' })).toBe('Successfully deleted /memories/d');
    expect(await failure('delete', { path: '/memories/d' })).toBe(
      'Error: The path /memories/d does not exist',
    );
    expect(await failure('view', { path: '/memories/d' })).toBe(
      'The path /memories/d does not exist. Please provide a valid path.',
    );
    await create('/memories/d/a.txt', 'again');
    expect(await failure('delete', { path: '/memories' })).toContain('Cannot delete');
  });

  it('renames files and directories, and overwrites none', async () => {
    await create('/memories/a.txt', 'a');
    await create('/memories/d/b.txt', 'b');
    const rename = (old_path: string, new_path: string) => ({ old_path, new_path });
    expect(await tool('rename', rename('/memories/a.txt', '/memories/e/a.txt'))).toBe(
      'Successfully renamed /memories/a.txt to /memories/e/a.txt',
    );
    expect(await failure('rename', rename('/memories/a.txt', '/memories/x'))).toBe(
      'Error: The path /memories/a.txt does not exist',
    );
    expect(await failure('rename', rename('/memories/d/b.txt', '/memories/e/a.txt'))).toBe(
      'Error: The destination /memories/e/a.txt already exists',
    );
    await tool('rename', rename('/memories/d', '/memories/e/f'));
    expect(await tool('view', { path: '/memories/e/f/b.txt' })).toContain('     1\tb');
    expect(await failure('rename', rename('/memories/e', '/memories/e/g'))).toContain('into itself');
  });

  it('creates no file over another one, or below one, and no empty or too large one', async () => {
    await create('/memories/a', 'a');
    const again = (path: string, file_text = 'x') => failure('create', { path, file_text });
    expect(await again('/memories/a')).toBe('Error: File /memories/a already exists');
    expect(await again('/memories')).toBe('Error: File /memories already exists');
    expect(await again('/memories/a/b')).toBe('Error: /memories/a is a file');
    expect(await again('/memories/b', ' ')).toContain('cannot be empty');
    expect(await again('/memories/b', 'x'.repeat(20_001))).toContain('at most 20000 bytes');
    const created = await Promise.all(
      Array.from({ length: 5 }, () => call({ command: 'create', path: '/memories/once', file_text: 'x' })),
    );
    expect(created.filter(({ body }) => !body.is_error)).toHaveLength(1);
  });

  it.each([
    '/etc/passwd',
    'memories/a',
    '/memories/../a',
    '/memories/./a',
    '/memories/%2e%2e/a',
    '/memories/..%2fa',
    '/memories/%252e%252e/a',
    '/memories/a/../../b',
    '/memoriesx/a',
    '/memories//a',
    '/memories/..\\a',
    '/memories/a\u0000b',
    '/',
  ])('rejects the path %j', async (path) => {
    for (const input of [
      { command: 'view', path },
      { command: 'create', path, file_text: 'x' },
      { command: 'delete', path },
      { command: 'rename', old_path: path, new_path: '/memories/x' },
    ]) {
      const { status, body } = await call(input);
      expect(status === 400 || body.is_error).toBe(true);
    }
  });

  it.each([
    [{ command: 'create', path: '/memories/a' }, 'file_text'],
    [{ command: 'rename', path: '/memories/a' }, 'old_path'],
    [{ command: 'move', path: '/memories/a' }, 'command'],
    [{ command: 'view', path: '/memories/a', extra: 1 }, 'extra'],
  ])('rejects the input %j', async (input, path) => {
    const { status, body } = await call(input);
    expect([status, body.errors[0].path]).toEqual([400, path]);
  });

  it('keeps files as memories: recall finds them, their history stays, and projects are separate', async () => {
    await create('/memories/garden.md', 'The tulips are watered on Fridays.');
    await tool('str_replace', { path: '/memories/garden.md', old_str: 'Fridays', new_str: 'Sundays' });
    const { body } = await service.post('/api/v1/recall', {
      query: 'When are the tulips watered?',
      filter: { project_id: project },
    });
    expect(body.memories[0]).toMatchObject({
      content: 'The tulips are watered on Sundays.',
      tags: ['memory-file'],
      metadata: { source_path: 'memory-tool:/memories/garden.md' },
    });
    const history = await service.get(`/api/v1/memories/${body.memories[0].memory_id}/history`);
    expect(JSON.stringify(history.body)).toContain('Fridays');
    const other = await call({ command: 'view', path: '/memories', project: 'another project' });
    expect(other.body.content).toContain('0B\t/memories');
    const none = await service.post('/api/v1/memory-tool', { command: 'view', path: '/memories/garden.md' });
    expect(none.body.is_error).toBe(true);
  });
});

describe('isolated agents', () => {
  it('have their own files at the same paths, and no file of another agent, also if it is shared', async () => {
    const own = await startTestService({ MEMORY_API_TOKEN: 'ada=a,bob=b', MEMORY_AGENT_ISOLATION: 'on' });
    try {
      const run = (token: string, input: object) =>
        own.post('/memory-tool', { project: 'shop', ...input }, { authorization: `Bearer ${token}` });
      const path = '/memories/key.md';
      await run('a', { command: 'create', path, file_text: 'The key is under the mat.' });
      const listed = await own.get('/api/v1/memories', { authorization: 'Bearer a' });
      const { memory_id } = listed.body.memories[0];
      await own.post('/api/v1/share', { memory_id }, { authorization: 'Bearer a' });
      expect((await run('b', { command: 'view', path })).body.is_error).toBe(true);
      expect((await run('b', { command: 'view', path: '/memories' })).body.content).not.toContain('key.md');
      expect((await run('b', { command: 'delete', path })).body.is_error).toBe(true);
      expect((await run('b', { command: 'create', path, file_text: 'Mine' })).body.is_error).toBe(false);
      expect((await run('a', { command: 'view', path })).body.content).toContain('under the mat');
    } finally {
      await own.close();
    }
  });
});
