/**
 * Installs the command-line agents that `npm run test:long` connects, through npm, into the folder ANIMA_TEST_TOOLS (default:
 * anima-test-tools in the folder for temporary files). 1.6 GB; the product does not need them. Names after the command
 * install only these tools.
 *
 *   node scripts/fetch-test-tools.mjs [claude] [codex] [gemini] [copilot] [cline]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const target = process.env.ANIMA_TEST_TOOLS || join(tmpdir(), 'anima-test-tools');

/** Packages by the name of the program, in the versions that the tests were written with. */
const TOOLS = {
  claude: ['@anthropic-ai/claude-code', '2.1.332'],
  codex: ['@openai/codex', '0.171.0'],
  gemini: ['@google/gemini-cli', '0.61.0'],
  copilot: ['@github/copilot', '1.0.102'],
  cline: ['cline', '3.0.65'],
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(TOOLS);
for (const name of names) {
  if (!Object.hasOwn(TOOLS, name)) {
    console.error(`Expected names of ${Object.keys(TOOLS).join(', ')}, received "${name}"`);
    process.exit(2);
  }
}
for (const name of names) install(name, ...TOOLS[name]);
console.log(`The test tools are in ${target}`);

/** Installs a tool into its own folder, so that a failure leaves the other tools intact. */
function install(name, packageName, version) {
  const folder = join(target, name);
  const manifest = join(folder, 'node_modules', packageName, 'package.json');
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  console.log(`npm install ${packageName}@${version}`);
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--save-exact'];
  execFileSync('npm', ['install', ...options, `${packageName}@${version}`], {
    cwd: folder,
    stdio: 'inherit',
  });
}
