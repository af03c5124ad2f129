import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createValueCheck, strictObject } from '@anima/service/schema';
import Type, { type TSchema } from 'typebox';
import { expect, it } from 'vitest';
import { dialects } from '../hook/dialects.js';
import { HOOK_TIMEOUT_SECONDS } from '../tools/tool.js';
import { publishedFolder as folder, makeMcpb } from './mcpb.js';

const PLUGIN_ICON = '.claude-plugin/icon.png';
const { version } = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8')) as { version: string };
const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as unknown;

it.each(['claude-code-plugin/.claude-plugin/plugin.json', 'mcpb/manifest.json', 'server.json'])(
  '%s has the version of the package',
  (path) => {
    expect(read(path)).toMatchObject({ version });
  },
);

// Requirements of the formats at the versions in mcpb.ts.
const Text = Type.String({ minLength: 1 });
const Version = Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' });
const Stdio = strictObject({
  command: Text,
  args: Type.Optional(Type.Array(Text)),
  env: Type.Optional(Type.Record(Text, Type.String())),
});
const Plugin = strictObject({
  name: Type.String({ pattern: '^[a-z0-9-]+$' }),
  version: Version,
  description: Text,
  author: strictObject({ name: Text }),
  icon: Type.Literal(`./${PLUGIN_ICON}`),
  license: Text,
  keywords: Type.Array(Text),
});
const PluginHooks = strictObject({
  description: Type.Optional(Text),
  hooks: Type.Record(
    Type.String({ pattern: '^(SessionStart|UserPromptSubmit|Stop|PreCompact|SessionEnd)$' }),
    Type.Array(
      strictObject({
        matcher: Type.Optional(Text),
        hooks: Type.Array(
          strictObject({
            type: Type.Literal('command'),
            command: Text,
            timeout: Type.Integer({ minimum: 1 }),
          }),
        ),
      }),
    ),
  ),
});
const Mcpb = strictObject({
  manifest_version: Type.Literal('0.3'),
  name: Text,
  display_name: Type.Optional(Text),
  version: Version,
  description: Text,
  long_description: Type.Optional(Text),
  author: strictObject({ name: Text }),
  license: Type.Optional(Text),
  server: strictObject({
    type: Type.Enum(['python', 'node', 'binary']),
    entry_point: Text,
    mcp_config: Stdio,
  }),
  tools_generated: Type.Optional(Type.Boolean()),
  compatibility: Type.Optional(
    strictObject({
      platforms: Type.Array(Type.Enum(['darwin', 'win32', 'linux'])),
      runtimes: strictObject({ node: Text }),
    }),
  ),
  user_config: Type.Optional(
    Type.Record(
      Text,
      strictObject({
        type: Type.Enum(['string', 'number', 'boolean', 'directory', 'file']),
        title: Text,
        description: Text,
        required: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
});
const ServerJson = strictObject({
  $schema: Text,
  name: Type.String({ minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' }),
  title: Type.String({ minLength: 1, maxLength: 100 }),
  description: Type.String({ minLength: 1, maxLength: 100 }),
  version: Version,
  packages: Type.Optional(
    Type.Array(
      strictObject({
        registryType: Type.Literal('mcpb'),
        identifier: Type.String({ pattern: '^https://' }),
        version: Version,
        fileSha256: Type.String({ pattern: '^[a-f0-9]{64}$' }),
        transport: strictObject({ type: Type.Literal('stdio') }),
      }),
    ),
  ),
});

const faults = (schema: TSchema, value: unknown) => createValueCheck(schema, 'file')(value);

it.each([
  ['claude-code-plugin/.claude-plugin/plugin.json', Plugin],
  ['claude-code-plugin/hooks/hooks.json', PluginHooks],
  ['claude-code-plugin/.mcp.json', strictObject({ mcpServers: Type.Record(Text, Stdio) })],
  ['mcpb/manifest.json', Mcpb],
  ['server.json', ServerJson],
] as const)('%s has the form that its format requires', (path, schema) => {
  expect(faults(schema, read(path))).toEqual([]);
});

it('the plugin has a hook for every event of Claude Code', () => {
  // Claude Code copies plugins to another folder, so their hooks find `anima` on PATH.
  const hookOf = (event: string) => ({
    type: 'command',
    command: `anima hook claude-code ${event}`,
    timeout: HOOK_TIMEOUT_SECONDS,
  });
  const events = Object.keys(dialects['claude-code']!.moments);
  expect(read('claude-code-plugin/hooks/hooks.json')).toMatchObject({
    hooks: Object.fromEntries(events.map((event) => [event, [{ hooks: [hookOf(event)] }]])),
  });
});

it('has an icon that the plugin directory accepts: a square PNG of 512 to 2048 pixels', () => {
  const png = readFileSync(join(folder, 'claude-code-plugin', PLUGIN_ICON));
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
});

it.each([
  undefined,
  '',
  '/nonexistent',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an installer without settings leaves it
  '${user_config.anima_folder}',
  tmpdir(),
  folder,
  join(folder, '..'),
  '\n',
])('the bundle reports in one line that %j is not the folder of Anima', (wrong) => {
  const { ANIMA_FOLDER: _own, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'mcpb/server/index.mjs')], {
    env: wrong === undefined ? env : { ...env, ANIMA_FOLDER: wrong },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^Expected the folder of Anima in the setting "Folder of Anima", received .*\n$/);
});

it('a released bundle is a ZIP archive that other programs read, and the entry has its checksum', () => {
  const { bundle, serverJson } = makeMcpb('https://example.org/anima.mcpb');
  expect(faults(ServerJson, serverJson)).toEqual([]);
  const sha256 = createHash('sha256').update(bundle).digest('hex');
  expect(serverJson).toMatchObject({ packages: [{ fileSha256: sha256 }] });
  const target = mkdtempSync(join(tmpdir(), 'anima-mcpb-'));
  writeFileSync(join(target, 'anima.mcpb'), bundle);
  const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path));
  if (python !== undefined) {
    execFileSync(python, ['-m', 'zipfile', '-e', 'anima.mcpb', '.'], { cwd: target });
    for (const path of ['manifest.json', 'server/index.mjs'])
      expect(readFileSync(join(target, path))).toEqual(readFileSync(join(folder, 'mcpb', path)));
  }
  rmSync(target, { recursive: true });
});
