import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const source = dirname(fileURLToPath(import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter(
    (file) => /\.ts$/.test(file) && !/\.test\.ts$|\.contract\.ts$/.test(file) && !file.startsWith('testing/'),
  );

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
    /^(?:routes|adapters)\/|^(?:fastify|onnxruntime-node|@photostructure\/sqlite|@anima\/(?:speech|inference))$|^node:(?:fs|http|child_process)/,
  'ports/': /^(?:routes|adapters)\/|^fastify$/,
  'adapters/': /^routes\/|^fastify$/,
  'routes/': /^adapters\/|^@photostructure\/sqlite$|^@anima\/(?:speech|inference)$/,
};

describe('the arrows of the avatar service', () => {
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

  it('it does not know the memory service', () => {
    expect(files.flatMap(importsOf).filter((specifier) => /^@anima\/memory/.test(specifier))).toEqual([]);
  });
});
