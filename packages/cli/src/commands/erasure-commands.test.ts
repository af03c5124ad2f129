import type { ErasurePlan, Memory } from '@anima/client';
import type { BuiltService } from '@anima/service/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, openCommandLine, startInHome } from '../testing/command-line.js';

let anima: CommandLine;
let service: BuiltService;

beforeAll(async () => {
  const env: Record<string, string> = {};
  anima = openCommandLine(env);
  service = await startInHome('memory', anima.home, env);
  env.MEMORY_URL = service.url;
});
afterAll(async () => {
  await service?.close();
  anima?.close();
});

const remember = async (...args: string[]) =>
  (await anima.here(['remember', ...args, '--json'])).json<Memory>().memory_id;

it('shows a preview, and erases with --yes', async () => {
  const id = await remember('The secret of the harbour', '--project', 'harbour');
  await remember('Another fact', '--project', 'harbour', '--tag', 'other');
  expect((await anima.here(['export', `${anima.home}/before.json`])).code).toBe(0);
  const preview = await anima.here(['erase', id, '--dry-run']);
  expect(preview).toMatchObject({ code: 0, err: '' });
  expect(preview.out).toMatch(/^1 memories\n {2}[0-9a-f-]{36} {2}\d{4}-\d\d-\d\d {2}harbour {2}The secret/);
  expect(preview.out).toContain('before.json');
  const unconfirmed = await anima.here(['erase', id]);
  expect(unconfirmed).toMatchObject({ code: 2, err: expect.stringContaining('Expected --yes') });
  expect((await anima.here(['get', id])).code).toBe(0);
  const erased = await anima.here(['erase', id, '--yes', '--reason', 'a request']);
  expect(erased).toMatchObject({ code: 0, out: expect.stringContaining('Erased 1 memories, receipt ') });
  expect((await anima.here(['get', id, '--archived'])).code).toBe(3);
  expect((await anima.here(['erase', id, '--yes'])).code).toBe(3);
  expect((await anima.here(['erasures'])).out).toMatch(/1 memories {2}a request\n$/);
});

it('selects by filters, and requires a selection', async () => {
  const byTag = await anima.here(['erase', '--tag', 'other', '--project', 'harbour', '--dry-run', '--json']);
  expect(byTag.json<ErasurePlan>().erased).toBe(1);
  expect((await anima.here(['erase', '--by', 'nobody', '--from', '2026-01-01', '--yes'])).code).toBe(3);
  for (const args of [[], ['01a20559-927a-7922-ac04-0725237f6317', '--tag', 'x']])
    expect((await anima.here(['erase', ...args, '--yes'])).code).toBe(2);
});

it('lists, renames, merges and deletes projects', async () => {
  await remember('In the web', '--project', 'web');
  expect((await anima.here(['projects', 'rename', 'web', 'Website'])).out).toBe('Renamed to Website\n');
  await remember('In the net', '--project', 'net');
  expect((await anima.here(['projects', 'merge', 'net', 'website'])).out).toContain(
    '1 memories into Website',
  );
  expect((await anima.here(['projects', 'list'])).out).toMatch(/^Website +2 memories/m);
  expect((await anima.here(['projects', 'delete', 'Website'])).code).toBe(4);
  expect((await anima.here(['projects', 'delete', 'Website', '--erase'])).code).toBe(2);
  const deleted = await anima.here(['projects', 'delete', 'Website', '--erase', '--yes']);
  expect(deleted.out).toBe('Deleted Website\n  erased 2 memories\n');
});
