// Sets the version of the repository, its workspaces and its clients: node scripts/release/set-version.mjs 0.3.0
// Afterwards: npm run build && node packages/client/generate.mjs, because the API documents name the version.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lock, readJson, repository } from './manifest.mjs';

const [version] = process.argv.slice(2);
if (!/^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[0-9a-z.-]{1,64})?$/.test(version ?? '')) {
  console.error(`Expected a version such as 0.3.0, received ${version ?? 'none'}`);
  process.exit(2);
}

const workspaces = Object.keys(lock.packages).filter(
  (path) => path !== '' && !path.includes('node_modules/'),
);
const isOwn = (name) => name.startsWith('@anima/');

/** Sets the version of a package, and those of the workspaces that it depends on. */
function setVersion(manifest) {
  manifest.version = version;
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies'])
    for (const name of Object.keys(manifest[kind] ?? {}).filter(isOwn)) manifest[kind][name] = version;
}

function change(path, edit) {
  const file = join(repository, path);
  const content = readJson(file);
  edit(content);
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

for (const path of ['', ...workspaces]) change(join(path, 'package.json'), setVersion);
change('package-lock.json', (content) => {
  content.version = version;
  for (const path of ['', ...workspaces]) setVersion(content.packages[path]);
});
const published = join('packages', 'cli', 'published');
for (const path of ['server.json', 'mcpb/manifest.json', 'claude-code-plugin/.claude-plugin/plugin.json'])
  change(join(published, path), (content) => {
    content.version = version;
  });
for (const name of readdirSync(join(repository, 'clients'))) {
  const file = join(repository, 'clients', name, 'pyproject.toml');
  try {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^version = ".*"$/m, `version = "${version}"`));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
