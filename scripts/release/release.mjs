// `npm run release`: builds all packages of a release into `release/`, checks them, and writes the release notes. It publishes
// nothing. Usage: npm run release [-- --to FOLDER] [-- --platform OS-CPU]
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packageProblems } from './check-package.mjs';
import { stageClient, stagePlayer, stageScaleOut } from './library-packages.mjs';
import { licenceProblems, licencesDocument } from './licences.mjs';
import { repository, version } from './manifest.mjs';
import { optionalModels, stageModel } from './model-packages.mjs';
import { platforms, stageNative } from './native-packages.mjs';
import { stageProduct } from './product.mjs';
import { newestSection, releaseNotes } from './release-notes.mjs';
import { createSbom } from './sbom.mjs';

const { values } = parseArgs({ options: { to: { type: 'string' }, platform: { type: 'string' } } });
const to = resolve(values.to ?? join(repository, 'release'));
const staging = join(to, 'staging');
const own = `${process.platform}-${process.arch}`;

const problems = licenceProblems().map((problem) => `licence of ${problem}`);
rmSync(to, { recursive: true, force: true });
mkdirSync(staging, { recursive: true });

writeFileSync(join(to, 'sbom.cdx.json'), `${JSON.stringify(createSbom(), null, 2)}\n`);
writeFileSync(join(to, 'THIRD-PARTY-LICENCES.txt'), licencesDocument());
const documents = ['sbom.cdx.json', 'THIRD-PARTY-LICENCES.txt'].map((name) => join(to, name));
const changelog = readFileSync(join(repository, 'CHANGELOG.md'), 'utf8');
writeFileSync(join(to, 'RELEASE-NOTES.md'), releaseNotes(changelog, version));
const newest = newestSection(changelog);
if (newest !== null && newest.localeCompare(version, 'en', { numeric: true }) > 0)
  console.error(
    `CHANGELOG.md describes ${newest}, which is newer than ${version}. Run: node scripts/release/set-version.mjs VERSION`,
  );

/**
 * Packages by folder. The folder of a release has the product and the binaries of this machine, so that `npm install
 * release/*.tgz` installs it; all others are in `release/more`.
 */
const chosen = platforms().filter(
  ({ os, cpu }) => values.platform === undefined || values.platform === `${os}-${cpu}`,
);
const stages = [
  { into: to, stage: (folder) => stageProduct(folder, documents) },
  ...chosen.map((platform) => ({
    into: `${platform.os}-${platform.cpu}` === own ? to : join(to, 'more'),
    stage: (folder) => stageNative(platform, folder),
  })),
  ...[stageClient, stagePlayer, stageScaleOut].map((stage) => ({ into: join(to, 'more'), stage })),
  ...optionalModels().map((name) => ({
    into: join(to, 'more'),
    stage: (folder) => stageModel(name, folder),
  })),
];

const packed = [];
for (const [index, { into, stage }] of stages.entries()) {
  const folder = join(staging, String(index));
  mkdirSync(folder);
  await stage(folder);
  problems.push(...packageProblems(folder));
  packed.push(pack(folder, into));
  rmSync(folder, { recursive: true });
}
rmSync(staging, { recursive: true });
writeFileSync(
  join(to, 'SHA256SUMS'),
  packed.map(({ path }) => `${sha256(path)}  ${path.slice(to.length + 1)}\n`).join(''),
);
for (const { path, unpacked } of packed)
  console.error(`${basename(path).padEnd(52)} ${mb(statSync(path).size)} MB, unpacked ${mb(unpacked)} MB`);
if (problems.length > 0) {
  console.error(`\nThe release has problems:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  process.exitCode = 1;
} else console.error(`\nThe packages of version ${version} are in ${to}. They are not published.`);

function pack(folder, into) {
  mkdirSync(into, { recursive: true });
  const options = {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  };
  const [{ filename, unpackedSize }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', into], options),
  );
  // npm reports scoped names with a slash.
  return { path: join(into, filename.replace(/^@/, '').replaceAll('/', '-')), unpacked: unpackedSize };
}

function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function mb(bytes) {
  return (bytes / 1e6).toFixed(1).padStart(6);
}
