import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '../testing/command-line.js';
import { settingsText } from './settings-file.js';
import type { ServiceHost } from './system-service.js';
import { systemServiceOf } from './this-system-service.js';

const host: ServiceHost = {
  platform: 'linux',
  home: '/home/ann',
  animaHome: '/home/ann/.anima',
  node: '/opt/node 20/bin/node',
  program: '/home/ann/50% "of" $HOME/anima.mjs',
  settingsFile: '/home/ann/.anima/service.env',
  path: '/opt/node 20/bin:/usr/bin',
  configHome: undefined,
  userId: 1000,
};

describe('the unit of systemd', () => {
  it('quotes paths and starts both services with their settings', () => {
    const { file, content } = systemServiceOf(host);
    expect(file).toBe('/home/ann/.config/systemd/user/anima.service');
    expect(content).toContain(
      'ExecStart="/opt/node 20/bin/node" "--env-file=/home/ann/.anima/service.env" "/home/ann/50%% \\"of\\" $$HOME/anima.mjs" "start"\n',
    );
    expect(content).toContain('Environment="PATH=/opt/node 20/bin:/usr/bin"\n');
    expect(content).toMatch(/^Restart=on-failure$/m);
    expect(systemServiceOf({ ...host, configHome: '/cfg' }).file).toBe('/cfg/systemd/user/anima.service');
  });

  it.skipIf(spawnSync('systemd-analyze', ['--version']).error !== undefined)(
    'is valid for systemd-analyze',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'anima-unit-'));
      try {
        const program = join(folder, 'a b%c.mjs');
        writeFileSync(program, '');
        const { content } = systemServiceOf({ ...host, node: process.execPath, program });
        writeFileSync(join(folder, 'anima.service'), content);
        const { stderr, status } = spawnSync(
          'systemd-analyze',
          ['--user', 'verify', join(folder, 'anima.service')],
          {
            encoding: 'utf8',
            env: { ...process.env, XDG_RUNTIME_DIR: folder, HOME: folder },
          },
        );
        const own = stderr.split('\n').filter((line) => line.includes('anima.service'));
        expect({ own, status }).toEqual({ own: [], status: 0 });
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

describe('the agent of launchd', () => {
  it('is well-formed and escapes texts', () => {
    const { file, content, start } = systemServiceOf({
      ...host,
      platform: 'darwin',
      program: '/a & <b>/anima.mjs',
    });
    expect(file).toBe('/home/ann/Library/LaunchAgents/local.anima.services.plist');
    expect(content).toContain('<string>/a &amp; &lt;b&gt;/anima.mjs</string>\n    <string>start</string>');
    expect(start[0]).toEqual(['launchctl', 'bootstrap', 'gui/1000', file]);
    const parser = 'import plistlib, sys, json; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))';
    const { error } = spawnSync('python3', ['--version']);
    if (error !== undefined) return;
    const parsed = JSON.parse(execFileSync('python3', ['-c', parser], { input: content, encoding: 'utf8' }));
    expect(parsed.ProgramArguments).toEqual([
      host.node,
      `--env-file=${host.settingsFile}`,
      '/a & <b>/anima.mjs',
      'start',
    ]);
    expect(parsed).toMatchObject({ RunAtLoad: true, KeepAlive: { SuccessfulExit: false }, Umask: 0o77 });
  });
});

it('rejects other platforms, and paths that a unit cannot express', () => {
  expect(() => systemServiceOf({ ...host, platform: 'win32' })).toThrow(
    /docs\/install\.md has the steps for Windows/,
  );
  expect(() => systemServiceOf({ ...host, path: '/a\n[Service]' })).toThrow('without line breaks');
});

describe('the file of settings', () => {
  it('is read by node as it was set', () => {
    const set = {
      MEMORY_API_TOKEN: `it's # and \\n $HOME`,
      AVATAR_SERVICE_TOKEN: `say "it's"`,
      PORT: '8766',
      MEMORY_URL: '',
      HOME: '/home/ann',
      OTHER_SECRET: 'x',
    };
    const folder = mkdtempSync(join(tmpdir(), 'anima-settings-'));
    try {
      writeFileSync(join(folder, 'service.env'), settingsText(set));
      const names = Object.keys(set);
      const script = `console.log(JSON.stringify(${JSON.stringify(names)}.map((name) => process.env[name] ?? null)))`;
      const args = [`--env-file=${join(folder, 'service.env')}`, '-e', script];
      const read = JSON.parse(execFileSync(process.execPath, args, { env: {}, encoding: 'utf8' }));
      expect(read).toEqual([set.MEMORY_API_TOKEN, set.AVATAR_SERVICE_TOKEN, set.PORT, null, null, null]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('rejects values that its format cannot express', () => {
    for (const value of ['two\nlines', `'"\``, `'\\n\``])
      expect(() => settingsText({ MEMORY_API_TOKEN: value })).toThrow(/MEMORY_API_TOKEN/);
  });
});

describe.runIf(process.platform === 'linux')('anima service', () => {
  let anima: CommandLine;
  let log: string;
  const unit = () => join(anima.home, '.config', 'systemd', 'user', 'anima.service');
  /** A `systemctl` that logs its arguments and reports a state. */
  const setManager = (state: string, code = 0) => {
    const script = `#!/bin/sh\necho "$*" >> '${log}'\ncase "$*" in *show*) echo ${state} ;; *) exit ${code} ;; esac\n`;
    writeFileSync(join(anima.home, 'bin', 'systemctl'), script);
    chmodSync(join(anima.home, 'bin', 'systemctl'), 0o755);
  };
  beforeEach(() => {
    const env: Record<string, string> = { MEMORY_API_TOKEN: 'secret', XDG_CONFIG_HOME: '' };
    anima = openCommandLine(env);
    log = join(anima.home, 'systemctl.log');
    mkdirSync(join(anima.home, 'bin'));
    env.PATH = `${join(anima.home, 'bin')}${delimiter}${process.env.PATH}`;
    setManager('active');
  });
  afterEach(() => anima.close());
  const calls = () => readFileSync(log, 'utf8').trim().split('\n');

  it('installs, reports and removes the service, and keeps the settings', async () => {
    expect((await anima.here(['service', 'status'])).code).toBe(3);
    const installed = await anima.run(['service', 'install']);
    expect(installed).toMatchObject({ code: 0, err: '' });
    expect(installed.out).toContain(`Installed ${unit()}`);
    expect(readFileSync(unit(), 'utf8')).toMatch(/packages\/cli\/anima\.mjs" "start"$/m);
    const settings = join(anima.home, '.anima', 'service.env');
    expect(readFileSync(settings, 'utf8')).toMatch(/^MEMORY_API_TOKEN='secret'$/m);
    expect(statSync(settings).mode & 0o777).toBe(0o600);
    const commands = ['daemon-reload', 'enable anima.service', 'restart anima.service'];
    expect(calls().slice(1, 4)).toEqual(commands.map((each) => `--user ${each}`));
    writeFileSync(settings, 'MEMORY_PORT=9191\n');
    expect((await anima.here(['service', 'install'])).out).toContain('(unchanged)');
    expect((await anima.here(['service', 'status', '--json'])).json()).toMatchObject({
      installed: true,
      running: true,
    });
    setManager('inactive');
    expect((await anima.here(['service', 'uninstall'])).out).toContain(`Removed ${unit()}`);
    expect(calls()).toContain('--user disable --now anima.service');
    expect(existsSync(unit())).toBe(false);
    expect(readFileSync(settings, 'utf8')).toBe('MEMORY_PORT=9191\n');
    expect((await anima.here(['service', 'uninstall'])).out).toContain('Not installed');
  });

  it('writes the files only with --write-only', async () => {
    expect((await anima.here(['service', 'install', '--write-only'])).code).toBe(0);
    expect(existsSync(unit())).toBe(true);
    expect(calls().every((line) => line.includes('show'))).toBe(true);
  });

  it('names the command of the service manager that failed', async () => {
    setManager('failed', 1);
    const { code, err } = await anima.here(['service', 'install']);
    expect(code).toBe(1);
    expect(err).toContain('`systemctl --user daemon-reload` failed');
    // A service that the manager can no longer stop is not removed while it runs.
    setManager('active', 1);
    expect((await anima.here(['service', 'uninstall'])).code).toBe(1);
    expect(existsSync(unit())).toBe(true);
  });
});
