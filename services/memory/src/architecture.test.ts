import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readLayers } from '@anima/service/testing';
import { describe, expect, it } from 'vitest';

const source = dirname(fileURLToPath(import.meta.url));
const repository = resolve(source, '../../..');
const layers = readLayers(source);

/** Code that reaches outside: the HTTP and MCP surfaces, the databases, files, models and servers. */
const OUTSIDE = new RegExp(
  [
    '^(?:http|mcp|storage/(?!transaction|sweep|relation-row|reindex)|embedding/(?:onnx|server)|judge/(?:chat|llama)|proxy/upstream/)',
    '^(?:archive|audit|import)/files/|^search/snapshot/|^embedding/calibration/calibration-file',
    '^[^/]+\\.ts$|-routes\\.ts$|^memory/memory-record|^audit/(?:audit-record|verdict-fields)',
  ].join('|'),
);
const OUTSIDE_PACKAGE =
  /^(?:fastify|onnxruntime-node|@photostructure\/sqlite|@anima\/(?:inference|service\/(?:http|sqlite|process)))$|^node:(?:fs|http)/;

const domain = layers.imports().filter(({ file }) => !OUTSIDE.test(file));

/** Imports that are forbidden in a folder. */
const forbidden: Record<string, RegExp> = {
  'search/':
    /^@anima\/(?!text$|service\/(?:errors|maybe-promise)$)|^(?!search\/|text\/|storage\/|memory\/|embedding\/)[\w-]+\//,
  'storage/': /-routes\.js$|^mcp\/|^fastify$/,
  // The two entry points are independent of each other; code that both need is in http/.
  'http/': /^(?:mcp|storage)\/|^@photostructure\/sqlite$/,
  'mcp/': /^storage\/|^(?:@photostructure\/sqlite|@anima\/inference)$/,
};

describe('the imports of the memory service', () => {
  it.each(Object.entries(forbidden))('%s imports nothing that it must not know', (folder, pattern) => {
    expect(layers.broken(folder, pattern)).toEqual([]);
  });

  it('the domain imports no database, file system, model or HTTP server', () => {
    const broken = domain.filter(
      ({ specifier }) => OUTSIDE_PACKAGE.test(specifier) || OUTSIDE.test(specifier.replace(/\.js$/, '.ts')),
    );
    expect(broken.map(({ file, specifier }) => `${file} -> ${specifier}`)).toEqual([]);
  });

  it('operations search through the port, whose filters limit the visible memories, and not the index', () => {
    const direct = domain.filter(
      ({ file, specifier }) => !file.startsWith('search/') && specifier.startsWith('search/index/'),
    );
    expect(direct).toEqual([]);
  });

  it('the stdio bridge loads no HTTP server, which would delay the start of each session', () => {
    const arrows = ['mcp/', 'mcp-stdio.ts'].flatMap((from) =>
      layers.broken(from, /^@anima\/service\/http$|^fastify$/),
    );
    expect(arrows.filter((arrow) => !arrow.includes('.test.ts'))).toEqual([]);
  });

  it('no module imports the avatar service', () => {
    expect(layers.broken('', /^@anima\/avatar|services\//)).toEqual([]);
  });

  it('docs/dependencies.md lists every dependency', () => {
    const documented = readFileSync(join(repository, 'docs/dependencies.md'), 'utf8');
    const workspaces = ['packages', 'services'].flatMap((folder) =>
      readdirSync(join(repository, folder)).map((name) => `${folder}/${name}/package.json`),
    );
    const manifests = ['package.json', 'benchmarks/package.json', ...workspaces];
    for (const manifest of manifests.filter((path) => existsSync(join(repository, path)))) {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(
        readFileSync(join(repository, manifest), 'utf8'),
      ) as {
        dependencies?: Record<string, string>;
        devDependencies?: Record<string, string>;
      };
      for (const name of [...Object.keys(dependencies), ...Object.keys(devDependencies)]) {
        if (name.startsWith('@anima/') || name.startsWith('@types/')) continue;
        expect(documented, `${name} of ${manifest}`).toContain(name);
      }
    }
  });
});
