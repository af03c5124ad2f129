import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readLayers } from '@anima/service/testing';
import { describe, expect, it } from 'vitest';

const layers = readLayers(dirname(fileURLToPath(import.meta.url)));

/** Where a file of a layer may not look. */
const forbidden: Record<string, RegExp> = {
  'domain/':
    /^(?:routes|adapters)\/|^(?:fastify|onnxruntime-node|@photostructure\/sqlite|@anima\/(?:speech|inference|face|service\/(?:http|sqlite|process)))$|^node:(?:fs|path|http|child_process)/,
  'ports/': /^(?:routes|adapters)\/|^fastify$/,
  'adapters/': /^routes\/|^fastify$/,
  'routes/': /^adapters\/|^@photostructure\/sqlite$|^@anima\/(?:speech|inference|face)$/,
};

/** What is a folder of its own beside others: a family of voices, a face engine. */
const ownFolder = /^adapters\/(?:speech|render)\/[^/]+\//;

describe('the arrows of the avatar service', () => {
  it('families of voices and face engines are known to their lists alone', () => {
    const outside = layers.imports().filter(({ file, specifier }) => {
      const folder = ownFolder.exec(specifier)?.[0];
      return folder !== undefined && !file.startsWith(folder);
    });
    expect([...new Set(outside.map(({ file }) => file))].toSorted()).toEqual([
      'adapters/render/face-engines.ts',
      'adapters/speech/voice-families.ts',
    ]);
  });

  it.each(Object.entries(forbidden))('%s looks only inwards', (layer, pattern) => {
    expect(layers.broken(layer, pattern)).toEqual([]);
  });

  it('it does not know the memory service', () => {
    expect(layers.broken('', /^@anima\/memory|services\//)).toEqual([]);
  });
});
