/**
 * Installs the SDKs and frameworks with which the proxy and the adapters are tested, from npm and the Python package index, into
 * the folder ANIMA_TEST_SDKS (default: anima-test-sdks in the folder for temporary files). 730 MB; the product does not need them.
 * Tests of packages that cannot be installed are skipped by name.
 *
 *   node scripts/fetch-test-sdks.mjs [js] [python]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const target = process.env.ANIMA_TEST_SDKS || join(tmpdir(), 'anima-test-sdks');

/** Packages in the versions that the tests were written with. */
const NPM = {
  openai: '7.57.0',
  '@anthropic-ai/sdk': '1.14.0',
  ai: '6.0.326',
  '@ai-sdk/provider': '3.0.19',
  '@openai/agents': '0.20.0',
  '@langchain/core': '1.4.0',
  '@langchain/langgraph': '1.7.3',
  '@langchain/langgraph-checkpoint': '1.2.2',
  zod: '4.6.7',
};
const PYPI = {
  openai: '3.57.0',
  anthropic: '2.14.0',
  'openai-agents': '0.24.0',
  langgraph: '1.2.24',
  'langgraph-checkpoint': '4.3.2',
  'langchain-core': '1.8.3',
  'llama-index-core': '0.14.25',
  pytest: '9.2.0',
  'pytest-asyncio': '1.5.0',
  'pytest-mock': '3.17.0',
};

const parts = { js: fetchNpm, python: fetchPypi };
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
for (const name of names) {
  if (!Object.hasOwn(parts, name)) {
    console.error(`Expected js or python, received "${name}"`);
    process.exit(2);
  }
}
for (const name of names) fetchOnce(name);
console.log(`The SDKs are in ${target}`);

/** Installs a part unless these versions are installed. A failure leaves the other part intact. */
function fetchOnce(name) {
  const folder = join(target, name);
  const versions = JSON.stringify(name === 'js' ? NPM : PYPI);
  const marker = join(folder, 'versions.json');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === versions) return;
  mkdirSync(folder, { recursive: true });
  try {
    parts[name](folder);
    writeFileSync(marker, versions);
  } catch (error) {
    console.error(`${name} cannot be installed; its tests are skipped: ${error.message}`);
    process.exitCode = 1;
  }
}

function fetchNpm(folder) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const packages = Object.entries(NPM).map(([name, version]) => `${name}@${version}`);
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts', '--save-exact'];
  execFileSync('npm', ['install', ...options, ...packages], { cwd: folder, stdio: 'inherit' });
}

function fetchPypi(folder) {
  execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' });
  const packages = Object.entries(PYPI).map(([name, version]) => `${name}==${version}`);
  const options = ['-q', '--disable-pip-version-check', '--retries', '1', '--timeout', '20'];
  const pip = (args) => execFileSync(join(folder, 'bin', 'pip'), args, { stdio: 'inherit' });
  pip(['install', ...options, ...packages]);
  // The source package of LangGraph contains the tests of its own store.
  const sources = join(folder, 'sources');
  const langgraph = `langgraph-checkpoint==${PYPI['langgraph-checkpoint']}`;
  pip(['download', ...options, '--no-deps', '--no-binary', ':all:', '-d', sources, langgraph]);
  const [archive] = readdirSync(sources);
  execFileSync('tar', ['xzf', archive], { cwd: sources });
  rmSync(join(folder, 'langgraph-tests'), { recursive: true, force: true });
  renameSync(join(sources, archive.replace('.tar.gz', '')), join(folder, 'langgraph-tests'));
  rmSync(sources, { recursive: true });
}
