#!/usr/bin/env node
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeMcpb } from './mcpb.js';
import { json, publishedFiles, serverJson } from './published-files.js';

/**
 * `node packages/cli/dist/connect/published/main.js` generates the committed files. With the download address of a bundle, it
 * writes `anima.mcpb` and the `server.json` that names the bundle into the current folder.
 */
const own = fileURLToPath(new URL('../../../', import.meta.url));
const { version } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { version: string };
const [releaseUrl] = process.argv.slice(2);
if (releaseUrl === undefined) {
  for (const [path, text] of Object.entries(publishedFiles(version)))
    write(join(own, 'published', path), text);
} else {
  const { bytes, sha256 } = makeMcpb(version);
  write('anima.mcpb', bytes);
  write('server.json', json(serverJson(version, { url: releaseUrl, sha256 })));
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  console.log(path);
}
