import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageProblems } from './check-package.mjs';
import { stageClient, stagePlayer, stageScaleOut } from './library-packages.mjs';
import { isPermissive, licenceProblems, licencesDocument, shippedPackages } from './licences.mjs';
import { listFiles } from './list-files.mjs';
import { lock, readJson, version } from './manifest.mjs';
import { optionalModels } from './model-packages.mjs';
import { nativeName, platforms, stageNative } from './native-packages.mjs';
import { stageProduct } from './product.mjs';
import { newestSection, releaseNotes } from './release-notes.mjs';
import { createSbom } from './sbom.mjs';

let folder: string;
const staged = (name: string): string => join(folder, 'node_modules', ...name.split('/'));
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anima-release-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package anima', () => {
  let files: string[];
  beforeAll(async () => {
    mkdirSync(staged('anima'), { recursive: true });
    await stageProduct(staged('anima'));
    files = listFiles(staged('anima'));
  }, 120_000);

  it('contains no sources, tests or links, and all modules that its programs import', () => {
    expect(packageProblems(staged('anima'))).toEqual([]);
  });

  it('contains the default models and no other', () => {
    const { models } = readJson(join(staged('anima'), 'models', 'registry.json'));
    for (const model of models)
      for (const { path } of model.files)
        expect(files.includes(`models/${model.name}/${path}`), model.name).toBe(model.package === undefined);
    expect(optionalModels()).toEqual(['multilingual-e5-small']);
  });

  it('contains no binaries, and names a package of binaries for each platform', () => {
    expect(files.filter((path) => /\.(?:node|dll|dylib|so)(?:\.|$)/.test(path))).toEqual([]);
    const { optionalDependencies, dependencies, engines, bin } = readJson(
      join(staged('anima'), 'package.json'),
    );
    const natives = platforms().map(({ name }: { name: string }) => name);
    expect(natives).toContain('@anima/native-linux-x64');
    expect(natives).toContain('@anima/native-darwin-arm64');
    expect(optionalDependencies).toMatchObject(Object.fromEntries(natives.map((name) => [name, version])));
    expect(dependencies.sharp).toBe(lock.packages['node_modules/sharp'].version);
    expect(engines).toEqual({ node: '>=20.19' });
    expect(existsSync(join(staged('anima'), bin.anima))).toBe(true);
  });

  it('runs outside the repository', () => {
    const [own] = platforms().filter(({ name }: { name: string }) => name === nativeName());
    stageNative(own, staged(own.name));
    const anima = join(staged('anima'), 'packages', 'cli', 'anima.mjs');
    const run = (...args: string[]) =>
      execFileSync(process.execPath, args, {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: folder },
      });
    expect(run(anima, '--version').trim()).toBe(version);
    expect(run(anima, 'models', 'list')).toMatch(/^multilingual-e5-small +no /m);
    const script = `const { Tensor } = await import('onnxruntime-node');
      const { DatabaseSync } = await import('@photostructure/sqlite');
      const tensor = new Tensor('float32', new Float32Array(2), [2]);
      console.log(tensor.size, new DatabaseSync(':memory:').prepare('SELECT 3 AS three').get().three);`;
    const inPackage = join(staged('anima'), 'binaries.mjs');
    writeFileSync(inPackage, script);
    expect(run(inPackage).trim()).toBe('2 3');
    rmSync(inPackage);
  });

  it('is rejected with unwanted files, links, and imports that it does not list or contain', () => {
    const broken = mkdtempSync(join(tmpdir(), 'anima-broken-'));
    try {
      writeFileSync(
        join(broken, 'package.json'),
        '{"bin": {"x": "none.mjs"}, "dependencies": {"sharp": "1.0.0"}}',
      );
      writeFileSync(join(broken, 'a.ts'), '');
      writeFileSync(join(broken, 'main.js'), "import 'sharp'; import 'fastify'; import './other.js';");
      symlinkSync('main.js', join(broken, 'link.js'));
      expect(packageProblems(broken).toSorted()).toEqual([
        'LICENSE is missing',
        'README.md is missing',
        'a.ts must not be released',
        'link.js imports fastify, which package.json does not list',
        'link.js imports other.js, which is missing',
        'link.js is a link, which a package cannot contain',
        'main.js imports fastify, which package.json does not list',
        'main.js imports other.js, which is missing',
        'the command x names none.mjs, which is missing',
      ]);
    } finally {
      rmSync(broken, { recursive: true });
    }
  });
});

describe('libraries', () => {
  it.each([
    ['@anima/client', stageClient, ['dist/index.js', 'dist/index.d.ts', 'dist/live/index.d.ts']],
    [
      '@anima/player',
      stagePlayer,
      ['page/player.js', 'types/player/dist/index.d.ts', 'types/client/dist/live/index.d.ts'],
    ],
    ['@anima/scale-out', stageScaleOut, ['dist/postgres.js', 'dist/s3.js']],
  ] as const)('%s contains its modules and types', async (name, stage, wanted) => {
    mkdirSync(staged(name), { recursive: true });
    await stage(staged(name));
    expect(packageProblems(staged(name))).toEqual([]);
    expect(listFiles(staged(name))).toEqual(expect.arrayContaining([...wanted]));
    const { dependencies = {} } = readJson(join(staged(name), 'package.json'));
    expect(Object.keys(dependencies).filter((each) => each.startsWith('@anima/'))).toEqual([]);
  });
});

describe('licences', () => {
  it('of everything that ships are permissive, or of a separate program', () => {
    expect(licenceProblems()).toEqual([]);
    const gpl = {
      name: 'x',
      version: '1.0.0',
      licence: 'GPL-3.0',
      path: 'node_modules/x',
      isSeparate: false,
    };
    expect(licenceProblems([gpl], [])).toEqual(['x: GPL-3.0']);
    expect(licenceProblems([{ ...gpl, isSeparate: true }], [])).toEqual([]);
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-2.0)', true],
    ['MIT AND GPL-2.0', false],
    ['Apache-2.0 AND (MIT OR CC0-1.0)', true],
    ['unknown', false],
    ['UNLICENSED', false],
  ])('%s: %s', (expression, isAccepted) => expect(isPermissive(expression)).toBe(isAccepted));

  it('are listed with their texts', () => {
    const document = licencesDocument();
    for (const name of ['fastify', 'react', 'onnxruntime-node', 'three'])
      expect(document).toContain(`\n${name} `);
    expect(shippedPackages().map(({ name }: { name: string }) => name)).not.toContain('vitest');
  });
});

it('the SBOM lists packages, binaries and models with checksums', () => {
  const { bomFormat, metadata, components } = createSbom();
  expect(bomFormat).toBe('CycloneDX');
  expect(metadata.component).toMatchObject({ name: 'anima', version });
  const names = components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'onnxruntime-node', 'sharp', 'hibari-heart']));
  expect(names).not.toContain('vitest');
});

it('release notes are the section of the version, else that of unreleased changes', () => {
  const log =
    '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- New.\n\n## [1.0.0] - 2026-01-01\n\n- Old.\n\n## [0.9.0]\n';
  expect(releaseNotes(log, '1.0.0')).toBe('- Old.\n');
  expect(releaseNotes(log, '1.1.0')).toBe('### Added\n\n- New.\n');
  expect(newestSection(log)).toBe('1.0.0');
  expect(() => releaseNotes('## [Unreleased]\n', '1.1.0')).toThrow('Expected a section [1.1.0]');
});
