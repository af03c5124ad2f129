#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { makeMcpb } from './mcpb.js';

/**
 * `node packages/cli/dist/connect/published/main.js URL` writes `anima.mcpb` and the `server.json` that names its download
 * address into the current folder.
 */
const [url] = process.argv.slice(2);
if (url === undefined || !url.startsWith('https://')) {
  console.error(`Expected the https address of the bundle, received ${url ?? 'none'}`);
  process.exitCode = 2;
} else {
  const { bundle, serverJson } = makeMcpb(url);
  writeFileSync('anima.mcpb', bundle);
  writeFileSync('server.json', `${JSON.stringify(serverJson, null, 2)}\n`);
}
