import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createValueCheck, strictObject } from '@anima/service/schema';
import Type, { type TSchema } from 'typebox';
import { expect, it } from 'vitest';
import { dialects } from '../hook/dialects.js';
import { makeMcpb } from './mcpb.js';
import { PLUGIN_ICON, publishedFiles, serverJson } from './published-files.js';

const folder = fileURLToPath(new URL('../../../published/', import.meta.url));
const { version } = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8')) as { version: string };
const files = publishedFiles(version);
const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as unknown;

it('stands in the repository as it is made', () => {
  const committed = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
  expect(committed.sort()).toEqual([...Object.keys(files), `claude-code-plugin/${PLUGIN_ICON}`].sort());
  for (const [path, text] of Object.entries(files))
    expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
});

// What the formats ask for, in our own words, at the versions that published-files.ts names.
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
] as const)('%s is what its format asks for', (path, schema) => {
  expect(faults(schema, read(path))).toEqual([]);
});

it('names every event that the hooks of Claude Code know', () => {
  const { hooks } = read('claude-code-plugin/hooks/hooks.json') as { hooks: object };
  expect(Object.keys(hooks)).toEqual(Object.keys(dialects['claude-code']!.moments));
});

it('has an icon that the plugin directory takes: a square PNG of 512 to 2048 pixels', () => {
  const png = readFileSync(join(folder, 'claude-code-plugin', PLUGIN_ICON));
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
});

it.each([
  undefined,
  '',
  '/nonexistent',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a program without settings leaves
  '${user_config.anima_folder}',
  tmpdir(),
  folder,
  join(folder, '..'),
  '\n',
])('the bundle says in one line that %j is not the folder of Anima', (wrong) => {
  const { ANIMA_FOLDER: _own, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'mcpb/server/index.mjs')], {
    env: wrong === undefined ? env : { ...env, ANIMA_FOLDER: wrong },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^Expected the folder of Anima in the setting "Folder of Anima", received .*\n$/);
});

it('a released bundle is a ZIP that others read, known by its checksum', () => {
  const { bytes, sha256 } = makeMcpb(version);
  expect(makeMcpb(version).sha256).toBe(sha256);
  expect(faults(ServerJson, serverJson(version, { url: 'https://example.org/anima.mcpb', sha256 }))).toEqual(
    [],
  );
  const target = mkdtempSync(join(tmpdir(), 'anima-mcpb-'));
  writeFileSync(join(target, 'anima.mcpb'), bytes);
  const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path));
  if (python !== undefined) execFileSync(python, ['-m', 'zipfile', '-e', 'anima.mcpb', '.'], { cwd: target });
  if (python !== undefined)
    expect(readFileSync(join(target, 'manifest.json'), 'utf8')).toBe(files['mcpb/manifest.json']);
  expect(bytes.includes(Buffer.from(files['mcpb/server/index.mjs']!))).toBe(true);
  rmSync(target, { recursive: true });
});
