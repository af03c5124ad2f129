import { expect, it } from 'vitest';
import type { ArchiveFiles } from './archive-files.js';
import { type Archives, createArchives } from './archives.js';

type Dependencies = Parameters<typeof createArchives>[0];

it('rejects queued exports and imports when the service stops', async () => {
  const started: string[] = [];
  let goOn = () => {};
  const going = new Promise<void>((resolve) => (goOn = resolve));
  const begin = async (what: string): Promise<never> => {
    started.push(what);
    await going;
    throw new Error('given up');
  };
  const archives: Archives = createArchives({
    accesses: { flush: () => begin('export') },
    files: { open: () => begin('import') } as unknown as ArchiveFiles,
  } as unknown as Dependencies);
  const [exported, imported] = [{}, {}] as [
    Parameters<Archives['export']>[0],
    Parameters<Archives['import']>[0],
  ];
  const calls = [1, 2, 3].flatMap(() => [archives.export(exported), archives.import(imported)]);
  const outcomes = Promise.allSettled(calls);
  await new Promise((resolve) => setImmediate(resolve));
  const closed = archives.close();
  goOn();
  await closed;
  expect(started).toEqual(['export', 'import']);
  const codes = (await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason.code);
  expect(codes).toEqual([undefined, undefined, ...Array(4).fill('unavailable')]);
});
