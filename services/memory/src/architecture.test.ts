import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const source = dirname(fileURLToPath(import.meta.url));
const repository = resolve(source, '../../..');

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing/'));

function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8');
  return [...text.matchAll(/(?:from|import) '([^']+)'/g)].map(([, specifier]) =>
    specifier!.startsWith('.')
      ? relative(source, resolve(source, dirname(file), specifier!)).replaceAll('\\', '/')
      : specifier!,
  );
}

/** Where a file of a layer may not look. */
const forbidden: Record<string, RegExp> = {
  'domain/':
    /^(?:routes|mcp|adapters)\/|^(?:fastify|onnxruntime-node|@photostructure\/sqlite|@anima\/inference)$|^node:(?:fs|http)/,
  'domain/retrieval/': /^(?:routes|mcp|adapters|ports)\/|^@anima\/|^domain\/(?!retrieval\/)/,
  'ports/': /^(?:routes|mcp|adapters)\/|^fastify$/,
  'adapters/': /^(?:routes|mcp)\/|^fastify$/,
  // Tools share the fields of the routes, not what the routes do with them.
  'mcp/':
    /^adapters\/|^routes\/(?!memory-record\.js|request-fields\.js)|^(?:fastify|@photostructure\/sqlite|@anima\/inference)$/,
  'routes/': /^adapters\/|^@photostructure\/sqlite$|^@anima\/inference$/,
};

describe('the arrows of the memory service', () => {
  it.each(Object.entries(forbidden))('%s looks only inwards', (layer, pattern) => {
    const inLayer = files.filter((file) => file.startsWith(layer));
    expect(inLayer.length).toBeGreaterThan(0);
    const broken = inLayer.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => pattern.test(specifier))
        .map((specifier) => `${file} -> ${specifier}`),
    );
    expect(broken).toEqual([]);
  });

  it('no service imports another', () => {
    const broken = files.flatMap((file) =>
      importsOf(file).filter((specifier) => /^@anima\/avatar|services\//.test(specifier)),
    );
    expect(broken).toEqual([]);
  });

  it('every dependency has its line in ARCHITECTURE.md', () => {
    const architecture = readFileSync(join(repository, 'ARCHITECTURE.md'), 'utf8');
    for (const manifest of [
      'package.json',
      'packages/service/package.json',
      'packages/inference/package.json',
      'packages/speech/package.json',
      'services/memory/package.json',
      'services/avatar/package.json',
    ]) {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(
        readFileSync(join(repository, manifest), 'utf8'),
      ) as {
        dependencies?: Record<string, string>;
        devDependencies?: Record<string, string>;
      };
      for (const name of [...Object.keys(dependencies), ...Object.keys(devDependencies)]) {
        if (name.startsWith('@anima/') || name.startsWith('@types/')) continue;
        expect(architecture, `${name} of ${manifest}`).toContain(name);
      }
    }
  });
});
