import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../models/heads/', import.meta.url));
const files = readdirSync(folder).filter((file) => /\.(glb|json|png)$/.test(file));
const heads = files.filter((file) => file.endsWith('.glb'));

interface Glb {
  accessors: { count: number }[];
  meshes: { name: string; primitives: { indices: number; targets?: unknown[] }[] }[];
}

function readGlb(file: string): Glb {
  const bytes = readFileSync(folder + file);
  return JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12))) as Glb;
}

describe('the heads that ship', () => {
  it('are the files in MODEL.md and in the registry of models', () => {
    const model = readFileSync(`${folder}MODEL.md`, 'utf8');
    const registry = JSON.parse(readFileSync(`${folder}../registry.json`, 'utf8')) as {
      models: { name: string; files: { path: string; sha256: string; bytes: number }[] }[];
    };
    const listed = registry.models.find(({ name }) => name === 'heads')!.files;
    for (const path of files) {
      const bytes = readFileSync(folder + path);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(model).toContain(`| ${path} | ${bytes.length.toLocaleString('en-US')} | ${sha256} |`);
      expect(listed).toContainEqual({ path, sha256, bytes: bytes.length });
    }
  });

  it.each(heads)('%s keeps to the budget: 30,000 triangles, 4 MB', (file) => {
    const { meshes, accessors } = readGlb(file);
    const corners = meshes
      .flatMap(({ primitives }) => primitives)
      .reduce((sum, { indices }) => sum + accessors[indices]!.count, 0);
    expect(corners / 3).toBeLessThanOrEqual(30_000);
    expect(readFileSync(folder + file).length).toBeLessThanOrEqual(4_000_000);
  });

  it.each(heads)('%s has the parts of a head, and all 52 shapes where it moves', (file) => {
    const { meshes } = readGlb(file);
    const shapes = new Map(meshes.map(({ name, primitives }) => [name, primitives[0]!.targets?.length ?? 0]));
    for (const name of [
      'skin',
      'mouth',
      'eye_l',
      'eye_r',
      'teeth_lower',
      'tongue',
      'brows',
      'lashes',
      'wet_l',
      'wet_r',
    ])
      expect(shapes.get(name), name).toBe(52);
    for (const name of ['teeth_upper', 'garment']) expect(shapes.get(name), name).toBe(0);
  });
});
