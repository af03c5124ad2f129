import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './manifest.mjs';

const require = createRequire(join(repository, 'services', 'memory', 'package.json'));
const { parse } = require('yaml') as { parse(text: string, options: object): Compose };
const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const dockerfile = read('deploy/Dockerfile');

interface Compose {
  services: Record<
    string,
    {
      image: string;
      build?: { context: string; dockerfile: string };
      command?: string[];
      environment?: Record<string, string>;
      volumes?: string[];
      healthcheck?: { test: string[] };
    }
  >;
  volumes: Record<string, unknown>;
}
const composeFiles = ['deploy/compose.yaml', 'deploy/compose.engines.yaml'];
const compose = (path: string): Compose => parse(read(path), { merge: true });

it('the image runs as a user without rights, with a health check, a volume and several stages', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  expect(dockerfile.match(/^FROM /gm)!.length).toBeGreaterThan(2);
  expect(last).toMatch(/^USER 1000:1000$/m);
  expect(last).toMatch(/^VOLUME \/data$/m);
  expect(last).toMatch(/^HEALTHCHECK /m);
  const check = JSON.parse(/^HEALTHCHECK [\s\S]*?CMD (\[.*\])$/m.exec(last)![1]!) as string[];
  // No service listens at these ports, or one does: the script must run, and exit with 0 or 1.
  const [, flag, script] = check;
  const offline = script!.replaceAll('9090', '1').replaceAll('8765', '2');
  expect(() => execFileSync(process.execPath, [flag!, offline], { stdio: 'pipe' })).toThrow(
    expect.objectContaining({ status: 1 }),
  );
});

const hadolint = process.env.ANIMA_TEST_HADOLINT;
it.skipIf(hadolint === undefined)('hadolint has no remark on the image', () => {
  expect(execFileSync(hadolint!, [join(repository, 'deploy', 'Dockerfile')], { encoding: 'utf8' })).toBe('');
});

it.each(composeFiles)('%s uses settings, programs and volumes that exist', (path) => {
  const { services, volumes } = compose(path);
  const settings = read('docs/settings.md');
  for (const [name, { build, command = [], environment = {}, volumes: used = [], image }] of Object.entries(
    services,
  )) {
    if (image !== 'anima') continue;
    expect(existsSync(join(repository, 'deploy', build!.context, build!.dockerfile)), name).toBe(true);
    for (const setting of Object.keys(environment)) expect(settings, name).toContain(`\`${setting}\``);
    for (const program of command.filter((word) => word.endsWith('.js'))) {
      const source = program.replace(/^(services\/\w+)\/dist\/program\/(.+)\.js$/, '$1/src/$2.ts');
      expect(existsSync(join(repository, source)), program).toBe(true);
    }
    for (const volume of used) expect(Object.keys(volumes)).toContain(volume.split(':')[0]);
  }
  expect(Object.values(services).some(({ image }) => image === 'anima')).toBe(true);
});
