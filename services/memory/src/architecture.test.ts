import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readLayers } from '@anima/service/testing';
import { describe, expect, it } from 'vitest';

const source = dirname(fileURLToPath(import.meta.url));
const repository = resolve(source, '../../..');
const layers = readLayers(source);

/** Imports that are forbidden in a layer. */
const forbidden: Record<string, RegExp> = {
  'domain/':
    /^(?:api|routes|mcp|adapters)\/|^(?:fastify|onnxruntime-node|@photostructure\/sqlite|@anima\/(?:inference|service\/(?:http|sqlite|process)))$|^node:(?:fs|http)/,
  'domain/retrieval/': /^(?:api|routes|mcp|adapters|ports)\/|^@anima\/|^domain\/(?!retrieval\/)/,
  'ports/': /^(?:api|routes|mcp|adapters)\/|^fastify$/,
  'adapters/': /^(?:api|routes|mcp)\/|^fastify$/,
  // The two entry points are independent of each other; code that both need is in api/.
  'api/': /^(?:routes|mcp|adapters)\/|^(?:fastify|@photostructure\/sqlite|@modelcontextprotocol\/server)$/,
  'mcp/': /^(?:routes|adapters)\/|^(?:fastify|@photostructure\/sqlite|@anima\/inference)$/,
  'routes/': /^(?:mcp|adapters)\/|^@photostructure\/sqlite$|^@anima\/inference$/,
};

describe('the imports of the memory service', () => {
  it.each(Object.entries(forbidden))('%s imports only from inner layers', (layer, pattern) => {
    expect(layers.broken(layer, pattern)).toEqual([]);
  });

  it('operations search through the port, whose filters limit the visible memories, and not the index', () => {
    const direct = layers.broken('domain/', /^domain\/retrieval\/index\//);
    expect(direct.filter((arrow) => !/^domain\/(?:retrieval|indexing)\//.test(arrow))).toEqual([]);
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
