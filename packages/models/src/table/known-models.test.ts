import { readRegistry, resolveModelsDir } from '@anima/inference';
import { describe, expect, it } from 'vitest';
import { knownModels, withNeeds } from './read-table.js';

const files = knownModels.flatMap((model) => model.files);

describe('the table of models', () => {
  it('has the benefit, licence and restriction of every model in one line each', () => {
    for (const { name, adds, licence, home, restriction } of knownModels) {
      for (const line of [adds, licence, restriction ?? 'none'])
        expect(line, name).toMatch(/^\S[^\n]{2,139}\S$/);
      expect(home, name).toMatch(/^https:\/\//);
    }
  });

  it('has a restriction for every non-commercial or research licence', () => {
    for (const { name, licence, restriction } of knownModels)
      if (/non-commercial|research|S-Lab/i.test(licence)) expect(restriction, name).not.toBeNull();
  });

  it('has unique names and paths, and no name of a shipped model', async () => {
    const shipped = (await readRegistry(resolveModelsDir())).map(({ name }) => name);
    const names = [...knownModels.map(({ name }) => name), ...shipped];
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
  });

  it('stores networks in a folder of their name, and voices where the service finds them', () => {
    for (const { name, engine, files } of knownModels)
      for (const { path } of files)
        if (engine === 'kokoro') expect(path).toMatch(/^voices\/kokoro\/([\w.-]+\.onnx|voices\/\w+\.bin)$/);
        else if (engine === 'piper') expect(path).toMatch(/^voices\/piper\/[\w-]+\.onnx(\.json)?$/);
        else
          expect(path).toMatch(new RegExp(`^models/${name.replaceAll('.', '\\.')}/[\\w.-]+\\.(onnx|gguf)$`));
  });

  it('has the size of every file, and every published checksum', () => {
    for (const { path, url, bytes, sha256 } of files) {
      expect(url, path).toMatch(/^https:\/\//);
      expect(bytes, path).toBeGreaterThan(1000);
      if (path.startsWith('models/wav2lip')) expect(sha256).toBeNull();
      else expect(sha256, path).toMatch(/^[0-9a-f]{64}$/);
    }
    const sums = files.map(({ sha256 }) => sha256).filter((sum) => sum !== null);
    expect(new Set(sums).size).toBe(sums.length);
  });

  it('adds the voices of a Kokoro network', () => {
    expect(withNeeds(knownModels, ['kokoro-82m', 'kokoro-82m']).map(({ name }) => name)).toEqual([
      'kokoro-82m',
      'kokoro-voices',
    ]);
  });

  it('needs only models of the table', () => {
    expect(withNeeds(knownModels, [...knownModels.map(({ name }) => name)])).toHaveLength(knownModels.length);
  });
});
