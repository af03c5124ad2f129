import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeForeignHome } from '../testing/foreign-home.js';
import { startTestService, type TestService } from '../testing/test-service.js';

const home = makeForeignHome({ empty: true });
const outside = join(tmpdir(), `anima-hidden-${process.pid}`);
mkdirSync(outside);
writeFileSync(join(outside, 'CLAUDE.md'), '- hidden treasure');

let service: TestService;
beforeAll(async () => {
  service = await startTestService(home.env);
});
afterAll(async () => {
  await service.close();
  home.remove();
  rmSync(outside, { recursive: true });
});

const total = async () => (await service.get('/api/v1/memories?include_archived=true')).body.total;
const importPath = (path: string) =>
  service.post('/api/v1/import/foreign', { source_path: path, format: 'claude-md' });

/** A generator of numbers from a seed (mulberry32), so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg']) {
  bomb.push(`${to}: &${to} [${Array(9).fill(`*${from}`).join(', ')}]`);
}

describe('a hostile file is rejected with a reason, without any write, and other calls are processed in the meantime', () => {
  it.each<[string, string | Buffer, number, string]>([
    [
      'a list of 1,000 levels by indentation',
      Array.from({ length: 1_000 }, (_, i) => `${'  '.repeat(i)}- level ${i}`).join('\n'),
      413,
      'foreign_file_too_large',
    ],
    ['20,000 quotes in one another', `${'>'.repeat(20_000)} a`, 422, 'foreign_file_unreadable'],
    ['a line of 10 MB', 'x'.repeat(10_000_000), 413, 'foreign_file_too_large'],
    ['a bomb of YAML aliases', `---\n${bomb.join('\n')}\n---\n- x`, 422, 'foreign_file_unreadable'],
    [
      'frontmatter nested without end',
      `---\na: ${'{a: '.repeat(3_000)}\n---\n- x`,
      422,
      'foreign_file_unreadable',
    ],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 422, 'foreign_file_unreadable'],
    ['Latin-1', Buffer.from('- caf\xe9', 'latin1'), 422, 'foreign_file_unreadable'],
  ])('%s', async (_, content, status, code) => {
    const before = await total();
    const importing = importPath(home.write('hostile.md', content));
    expect((await service.get('/health')).status).toBe(200);
    const answer = await importing;
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await total()).toBe(before);
  });

  it('random bytes, and texts with random bytes in them', async () => {
    const next = random(41);
    const before = await total();
    for (let round = 0; round < 60; round++) {
      const bytes = Buffer.from(round % 2 === 0 ? '' : '# Title of it\n\n- one\n- two\n'.repeat(5));
      const noise = Buffer.from(
        Array.from({ length: 1 + Math.floor(next() * 200) }, () => Math.floor(next() * 256)),
      );
      const at = Math.floor(next() * bytes.length);
      // Bytes that no UTF-8 text holds, wherever the noise may end.
      const file = Buffer.concat([
        bytes.subarray(0, at),
        noise,
        Buffer.from([0xff, 0xc0]),
        bytes.subarray(at),
      ]);
      const answer = await importPath(home.write('noise.md', file));
      expect([answer.status, answer.body.code], `round ${round}`).toEqual([422, 'foreign_file_unreadable']);
    }
    expect(await total()).toBe(before);
  });
});

describe('unusual but valid files are read', () => {
  it('a list of 300 levels in one line', async () => {
    const { status, body } = await importPath(home.write('deep.md', `${'- '.repeat(300)}down here`));
    expect([status, body.counts.created]).toEqual([200, 1]);
    expect(body.items[0].content).toContain('- - -');
  });

  it('a circle of imports, and a file that imports itself a thousand times', async () => {
    home.write('circle/a.md', 'Alpha stands first. @./b.md');
    home.write('circle/b.md', 'Beta stands second. @./c.md');
    home.write('circle/c.md', `Gamma closes the circle. @./a.md ${'@./c.md '.repeat(1_000)}`);
    const { status, body } = await importPath(home.at('circle/a.md'));
    expect([status, body.counts.created, body.files.length]).toEqual([200, 3, 3]);
  });
});

describe('no file outside the roots is read', () => {
  it('through symlinks to files, folders and devices, in a folder, an import or the scan', async () => {
    for (const [name, target] of [
      ['p1/CLAUDE.md', join(outside, 'CLAUDE.md')],
      ['p2/.claude', outside],
      ['p3/.clinerules', outside],
      ['p4/AGENTS.md', '/dev/zero'],
      ['p5/deeper', '..'],
    ] as const) {
      const link = home.at(`src/${name}`);
      mkdirSync(join(link, '..'), { recursive: true });
      symlinkSync(target, link);
    }
    home.write('src/p6/GEMINI.md', `Real notes. @../p1/CLAUDE.md @${join(outside, 'CLAUDE.md')}`);
    const answer = await service.post('/api/v1/import/foreign', { source_path: home.at('src') });
    expect(answer.body.files.map(({ path }: { path: string }) => path)).toEqual([
      home.at('src/p6/GEMINI.md'),
    ]);
    expect(answer.body.files[0].warnings).toHaveLength(2);
    const scan = await service.get('/api/v1/onboarding/scan');
    expect(scan.body.paths.map(({ path }: { path: string }) => path)).toEqual([home.at('src/p6/GEMINI.md')]);
    const listed = await service.get('/api/v1/memories?page_size=200');
    expect(JSON.stringify([answer.body, scan.body, listed.body])).not.toContain('hidden treasure');
  });

  it('and a folder with more files than one call may read is rejected completely', async () => {
    for (let i = 0; i < 501; i++) home.write(`crowd/p${i}/CLAUDE.md`, '- x');
    const before = await total();
    const answer = await service.post('/api/v1/import/foreign', { source_path: home.at('crowd') });
    expect([answer.status, answer.body.code]).toEqual([422, 'too_many_foreign_files']);
    expect(await total()).toBe(before);
  });
});
