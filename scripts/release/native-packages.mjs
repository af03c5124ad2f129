// Packages with the binaries of one platform each. npm installs the one whose `os`, `cpu` and `libc` match: onnxruntime-node and
// @photostructure/sqlite contain the binaries of all platforms, 312 MB, of which one machine needs 47.
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockedEntry, version, writeManifest } from './manifest.mjs';

export const ONNX = 'onnxruntime-node';
export const SQLITE = '@photostructure/sqlite';
/** Binaries of execution providers for graphics cards, which no service uses, and a second copy of the library. */
const UNUSED = /^(?:dxcompiler|dxil)\.dll$|^libonnxruntime\.\d+\.\d+\.\d+\.dylib$/;

/** The platforms for which both packages have binaries. */
export function platforms() {
  const binaries = join(lockedEntry(ONNX).folder, 'bin', 'napi-v6');
  return readdirSync(binaries)
    .flatMap((os) => readdirSync(join(binaries, os)).map((cpu) => ({ os, cpu, name: nativeName(os, cpu) })))
    .filter(({ os, cpu }) => existsSync(join(lockedEntry(SQLITE).folder, 'prebuilds', `${os}-${cpu}`)));
}

export const nativeName = (os = process.platform, cpu = process.arch) => `@anima/native-${os}-${cpu}`;

export const nativeDependencies = () => Object.fromEntries(platforms().map(({ name }) => [name, version]));

/** Fills the folder of the package of one platform. */
export function stageNative({ os, cpu, name }, folder) {
  mkdirSync(folder, { recursive: true });
  const onnx = lockedEntry(ONNX);
  const sqlite = lockedEntry(SQLITE);
  const binaries = join(onnx.folder, 'bin', 'napi-v6', os, cpu);
  for (const file of readdirSync(binaries).filter((each) => !UNUSED.test(each)))
    cpSync(join(binaries, file), join(folder, file));
  const prebuilt = join(sqlite.folder, 'prebuilds', `${os}-${cpu}`, '@photostructure+sqlite.glibc.node');
  cpSync(prebuilt, join(folder, 'sqlite.node'));
  cpSync(join(sqlite.folder, 'LICENSE'), join(folder, 'LICENSE-sqlite'));
  writeFileSync(
    join(folder, 'README.md'),
    `# ${name}

Binaries of Anima for ${os} on ${cpu}, unchanged: ONNX Runtime (${ONNX} ${onnx.version}, MIT, Microsoft Corporation) and
SQLite (${SQLITE} ${sqlite.version}, ${sqlite.license}). The package \`anima\` loads them.
`,
  );
  writeManifest(folder, {
    ...{ name, description: `Binaries of Anima for ${os} on ${cpu}.`, license: 'MIT' },
    ...{ os: [os], cpu: [cpu] },
    ...(os === 'linux' ? { libc: ['glibc'] } : {}),
  });
}
