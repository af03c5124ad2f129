import { readRegistry, resolveModelsDir } from '@anima/inference';
import { describe, expect, it } from 'vitest';
import { knownModels } from './known-models.js';
import { withNeeds } from './read-table.js';

const files = knownModels.flatMap((model) => model.files);

describe('the table of models', () => {
  it('says of every model what it adds, whose it is and under what terms, each in one line', () => {
    for (const { name, adds, licence, home, restriction } of knownModels) {
      for (const line of [adds, licence, restriction ?? 'none'])
        expect(line, name).toMatch(/^\S[^\n]{2,139}\S$/);
      expect(home, name).toMatch(/^https:\/\//);
    }
  });

  it('marks every licence that says non-commercial or research', () => {
    for (const { name, licence, restriction } of knownModels)
      if (/non-commercial|research|S-Lab/i.test(licence)) expect(restriction, name).not.toBeNull();
  });

  it('uses each name and each path once, and no name of a model that ships', async () => {
    const shipped = (await readRegistry(resolveModelsDir())).map(({ name }) => name);
    const names = [...knownModels.map(({ name }) => name), ...shipped];
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
  });

  it('keeps networks in a folder of their name, and voices where the service looks for them', () => {
    for (const { name, engine, files } of knownModels)
      for (const { path } of files)
        if (engine === 'kokoro') expect(path).toMatch(/^voices\/kokoro\/([\w.-]+\.onnx|voices\/\w+\.bin)$/);
        else if (engine === 'piper') expect(path).toMatch(/^voices\/piper\/[\w-]+\.onnx(\.json)?$/);
        else
          expect(path).toMatch(new RegExp(`^models/${name.replaceAll('.', '\\.')}/[\\w.-]+\\.(onnx|gguf)$`));
  });

  it('has a size for every file, and a checksum for all but those nobody published', () => {
    for (const { path, url, bytes, sha256 } of files) {
      expect(url, path).toMatch(/^https:\/\//);
      expect(bytes, path).toBeGreaterThan(1000);
      if (path.startsWith('models/wav2lip')) expect(sha256).toBeNull();
      else expect(sha256, path).toMatch(/^[0-9a-f]{64}$/);
    }
    const sums = files.map(({ sha256 }) => sha256).filter((sum) => sum !== null);
    expect(new Set(sums).size).toBe(sums.length);
  });

  it('brings the voices with the network that speaks with them', () => {
    expect(withNeeds(knownModels, ['kokoro-82m', 'kokoro-82m']).map(({ name }) => name)).toEqual([
      'kokoro-82m',
      'kokoro-voices',
    ]);
  });

  it('knows no needs that are not in it', () => {
    expect(withNeeds(knownModels, [...knownModels.map(({ name }) => name)])).toHaveLength(knownModels.length);
  });
});
