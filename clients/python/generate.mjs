// Writes the generated Python files from the OpenAPI documents of the built services, which it starts:
//   node clients/python/generate.mjs            after a change of either service
//   node clients/python/generate.mjs --check    checks whether they are up to date (exit code 1: they are not)
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { startBuilt } from '@anima/service/testing';
import { callsSource } from './generator/calls-source.mjs';
import { createModels } from './generator/models.mjs';
import { synchronous } from './generator/synchronous.mjs';

const onlyCheck = process.argv.includes('--check');
const TOKEN = 'of-this-run';
const ROOT = new URL('src/anima_client/', import.meta.url);

const files = new Map();
for (const service of ['memory', 'avatar']) {
  const document = await documentOf(service);
  const models = createModels(service);
  files.set(`_async/${service}_calls.py`, callsSource(service, document, models));
  files.set(`${service}_models.py`, models.source());
}
const written = readdirSync(new URL('_async/', ROOT)).map((name) => `_async/${name}`);
for (const path of new Set([...files.keys(), ...written].filter((path) => /^_async\/.*\.py$/.test(path)))) {
  files.set(
    path.replace('_async', '_sync'),
    synchronous(path, files.get(path) ?? readFileSync(new URL(path, ROOT), 'utf8')),
  );
}

const outdated = [];
for (const [path, text] of files) {
  const url = new URL(path, ROOT);
  if (!onlyCheck) writeFileSync(url, text);
  else if (!existsSync(url) || readFileSync(url, 'utf8') !== text) outdated.push(url.pathname);
}
if (outdated.length > 0) {
  console.error('Expected files that match the services; run node clients/python/generate.mjs for');
  for (const path of outdated) console.error(`  ${path}`);
  process.exit(1);
}

/** Returns the OpenAPI document of the built service. With a token, it also describes requests without one. */
async function documentOf(service) {
  const tokens = { MEMORY_API_TOKEN: TOKEN, AVATAR_SERVICE_TOKEN: TOKEN, MEMORY_AGENT_ISOLATION: 'off' };
  const built = await startBuilt(service, tokens);
  try {
    const headers = { authorization: `Bearer ${TOKEN}` };
    return await (await fetch(`${built.url}/openapi.json`, { headers })).json();
  } finally {
    await built.close();
  }
}
