import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCircles, readLayers } from '@anima/service/testing';
import { describe, expect, it } from 'vitest';

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const sources = ['packages', 'services', '.']
  .flatMap((folder) => readdirSync(join(repository, folder)).map((name) => join(folder, name, 'src')))
  .filter((source) => existsSync(join(repository, source)));

function circlesIn(source: string): string[][] {
  const importsOf = new Map<string, string[]>();
  for (const { file, specifier } of readLayers(join(repository, source)).imports()) {
    importsOf.set(file, [...(importsOf.get(file) ?? []), specifier.replace(/\.js$/, '.ts')]);
  }
  return findCircles(importsOf);
}

describe('no file imports another in a circle, types included', () => {
  it.each(sources)('in %s', (source) => {
    expect(circlesIn(source)).toEqual([]);
  });

  it('and a circle would be seen', () => {
    const graph = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: [], f: ['f'] };
    expect(findCircles(new Map(Object.entries(graph)))).toEqual([['a', 'b', 'c'], ['f']]);
  });
});

it('threads and processes are started in one place, ffmpeg in another, programs of the user in a third', () => {
  const services = sources.filter((source) => !/^benchmarks|test-engines/.test(source));
  const starting = services.flatMap((source) =>
    readLayers(join(repository, source))
      .imports()
      .filter(({ specifier }) => /^node:(?:child_process|worker_threads|cluster)$/.test(specifier))
      .map(({ file }) => join(source, file)),
  );
  expect(starting.filter((file) => !file.startsWith(join('packages', 'calls')))).toEqual([
    join('packages', 'cli', 'src', 'programs', 'start-program.ts'),
    join('services', 'avatar', 'src', 'media', 'ffmpeg', 'start-ffmpeg.ts'),
  ]);
});

it('uses @anima/calls/signals for deadlines, because Node 20 loses a timeout within AbortSignal.any', () => {
  const own = join('packages', 'calls', 'src', 'follow-signals.ts');
  const naming = sources
    .flatMap((source) =>
      readdirSync(join(repository, source), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(source, file),
      ),
    )
    .filter((file) => /(?<!\.test)\.(?:ts|tsx|mjs)$/.test(file) && file !== own)
    .filter((file) =>
      /\bAbortSignal\s*\.\s*(?:any|timeout)\b/.test(readFileSync(join(repository, file), 'utf8')),
    );
  expect(naming).toEqual([]);
});

it('packages know services as programs, and import none', () => {
  const packages = sources.filter((source) => source.startsWith('packages'));
  const importing = packages.flatMap((source) =>
    readLayers(join(repository, source))
      .imports()
      .filter(({ specifier }) => /^@anima\/(?:memory|avatar)(?:$|\/)|(?:^|\/)services\//.test(specifier))
      .map(({ file, specifier }) => `${source}/${file} -> ${specifier}`),
  );
  expect(packages.length).toBeGreaterThan(10);
  expect(importing).toEqual([]);
  for (const manifest of packages.map((source) => join(repository, dirname(source), 'package.json')))
    expect(readFileSync(manifest, 'utf8'), manifest).not.toMatch(/"@anima\/(?:memory|avatar)":/);
});
