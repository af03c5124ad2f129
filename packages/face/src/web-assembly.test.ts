import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const fileOf = (path: string): Buffer => readFileSync(new URL(`../${path}`, import.meta.url));

it('the modules in wasm/ are the compiled sources of assembly/', () => {
  const build = new URL('../assembly/build.mjs', import.meta.url).href;
  const script = `
    const { compile, MODULES } = await import(${JSON.stringify(build)});
    const compiled = {};
    for (const name of MODULES) compiled[name] = (await compile(name)).toString('base64');
    process.stdout.write(JSON.stringify(compiled));`;
  const args = ['--input-type=module', '-e', script];
  const compiled = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  const committed = readdirSync(new URL('../wasm', import.meta.url));
  expect(committed.sort()).toEqual(
    Object.keys(compiled)
      .map((name) => `${name}.wasm`)
      .sort(),
  );
  for (const [name, module] of Object.entries(compiled))
    expect(
      fileOf(`wasm/${name}.wasm`).toString('base64') === module,
      `Run: node packages/face/assembly/build.mjs ${name}`,
    ).toBe(true);
});

it('the files in data/ have the checksums that data/README.md lists', () => {
  const rows = [
    ...fileOf('data/README.md')
      .toString()
      .matchAll(/^\| `([^`]+)` .*`([0-9a-f]{64})` \|$/gm),
  ];
  const listed = rows.map(([, file, checksum]) => [file!, checksum!]);
  const files = readdirSync(new URL('../data', import.meta.url)).filter((file) => file !== 'README.md');
  expect(listed.sort()).toEqual(
    files.sort().map((file) => [
      file,
      createHash('sha256')
        .update(fileOf(`data/${file}`))
        .digest('hex'),
    ]),
  );
});
