import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveModelsDir } from '@anima/inference';
import { expect, it } from 'vitest';
import { findPrepared } from './prepared-speech.js';

it('the built programs contain prepared data for the shipped model only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anima-models-'));
  try {
    const registry = readFileSync(join(resolveModelsDir(), 'registry.json'), 'utf8');
    for (const [part, file] of [
      ['ort', 'voice.onnx'],
      ['tables', 'lexicon-silver.json.gz'],
    ] as const) {
      expect(await findPrepared(resolveModelsDir(), part)).toMatch(
        new RegExp(`program.speech.[0-9a-f]{64}\\.${part}$`),
      );
      const other = join(folder, part);
      mkdirSync(other);
      const models = JSON.parse(registry) as { models: { files: { path: string; sha256: string }[] }[] };
      for (const { files } of models.models)
        for (const each of files) if (each.path === file) each.sha256 = 'f'.repeat(64);
      writeFileSync(join(other, 'registry.json'), JSON.stringify(models));
      expect(await findPrepared(other, part)).toBeNull();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
