/**
 * Writes sizes and checksums of the heads into MODEL.md and models/registry.json. Run it after a new build of a head:
 * `node models/heads/build/record.mjs`
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../', import.meta.url));
const files = readdirSync(folder)
  .filter((file) => /\.(glb|json|png)$/.test(file) || file === 'LICENSE.md')
  .sort((a, b) => (a < b ? -1 : 1))
  .map((path) => {
    const bytes = readFileSync(folder + path);
    return { path, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
  });

const rows = files.map(
  ({ path, bytes, sha256 }) => `| ${path} | ${bytes.toLocaleString('en-US')} | ${sha256} |`,
);
const model = readFileSync(`${folder}MODEL.md`, 'utf8');
const HEADING = '| file | bytes | sha256 |\n|---|---|---|\n';
const start = model.indexOf(HEADING) + HEADING.length;
const end = model.indexOf('\n\n', start);
writeFileSync(`${folder}MODEL.md`, model.slice(0, start) + rows.join('\n') + model.slice(end));

const path = `${folder}../registry.json`;
const registry = JSON.parse(readFileSync(path, 'utf8'));
const models = Array.isArray(registry) ? registry : registry.models;
models.find(({ name }) => name === 'heads').files = files;
writeFileSync(path, `${JSON.stringify(registry, null, 2)}\n`);
