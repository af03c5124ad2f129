import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { maySmallDisk, mountSmallDisk } from '@anima/service/testing';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectTool, disconnectTool, isConnected } from './connect.js';
import type { ToolFile } from './files/tool-file.js';
import { writeThrough } from './files/write-through.js';
import { isInstalled, thisMachine } from './this-machine.js';
import { knownTools } from './tools/known-tools.js';
import type { Machine, Tool } from './tools/tool.js';

let root: string;
let home: string;
let animaHome: string;
let machine: Machine;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'anima-connect-'));
  home = join(root, 'home');
  animaHome = join(home, '.anima');
  mkdirSync(home);
  machine = { ...thisMachine({ HOME: home, PATH: '' }), home, platform: 'linux' };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const connect = (tool: Tool, dryRun = false) =>
  connectTool(tool, machine, { animaHome, dryRun, now: new Date() });
const disconnect = (tool: Tool, dryRun = false) => disconnectTool(tool, machine, { animaHome, dryRun });
const tool = (name: string) => knownTools.find((each) => each.name === name)!;
const at = (path: string) => join(home, path);
const read = (path: string) => readFileSync(at(path), 'utf8');

function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
  chmodSync(at(path), mode);
}

/** Everything below the home: each file with its bytes and permissions, each folder. */
function everything(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(home, { recursive: true, withFileTypes: true })
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const mode = (lstatSync(path).mode & 0o777).toString(8);
        return [
          path.slice(home.length),
          entry.isFile() ? `${mode} ${readFileSync(path, 'utf8')}` : 'folder',
        ] as const;
      })
      .sort(),
  );
}

describe.each(knownTools.map((each) => [each.name, each] as const))('%s', (_name, each) => {
  it('leaves an empty home empty', () => {
    connect(each);
    const connected = everything();
    expect(Object.values(connected).join()).toContain('mcp.mjs');
    // Connecting again changes no file.
    expect(connect(each).map(({ change }) => change)).not.toContain('changed');
    expect(Object.keys(everything())).toEqual(Object.keys(connected));
    disconnect(each);
    expect(everything()).toEqual({});
  });

  it('puts MCP and hooks where its documentation says', () => {
    connect(each);
    expect(each.documentation.addresses.every((address) => address.startsWith('https://'))).toBe(true);
    expect(
      readdirSync(home, { recursive: true })
        .filter((path) => !String(path).startsWith('.anima'))
        .sort(),
    ).toMatchSnapshot();
    for (const { path } of each.files(machine)) {
      const text = readFileSync(path, 'utf8')
        .replaceAll(animaHome, '{{animaHome}}')
        .replaceAll(machine.mcp.command, '{{node}}')
        .replaceAll(/[^"' ]*\/(dist\/(?:hook|mcp)\.(?:mjs|sh))/g, '{{anima}}/$1');
      expect(text, path).toMatchSnapshot();
    }
  });

  it('restores files of any layout bit-identical', () => {
    const layouts = [
      '{}',
      '\ufeff{\r\n\t"theme": "dark",\r\n\t"mcpServers": {\r\n\t\t"other": {"command": "x"}\r\n\t}\r\n}',
      '// mine\n{\n    "hooks": {},\n    "mcpServers": {"a": {"command": "b"},}, // more\n    "x": [1,  2]\n}\n\n',
    ];
    for (const [index, json] of layouts.entries()) {
      for (const file of each.files(machine)) {
        const path = file.path.slice(home.length + 1);
        if (path.endsWith('.toml'))
          put(path, ['', 'model = "x"', '# mine\r\n[tui]\r\ntheme = "y"\r\n'][index]!);
        else if (path.endsWith('.json') && !path.endsWith('/anima.json')) put(path, json, 0o640);
      }
      const before = everything();
      connect(each);
      for (const { path } of each.files(machine))
        if (path.endsWith('.json')) parseJsonc(readFileSync(path, 'utf8'));
      expect(everything()).not.toEqual(before);
      disconnect(each);
      expect(everything()).toEqual(before);
    }
  });

  it('removes only entries of Anima from files that changed in the meantime', () => {
    for (const { path } of each.files(machine))
      if (path.endsWith('.json') && !path.endsWith('/anima.json'))
        put(path.slice(home.length + 1), '{\n  "mine": 1\n}\n');
    connect(each);
    for (const { path } of each.files(machine)) {
      const text = readFileSync(path, 'utf8');
      if (path.endsWith('.toml')) writeFileSync(path, `${text}\n[later]\nx = 1\n`);
      else if (path.endsWith('.json') && !path.endsWith('/anima.json'))
        writeFileSync(path, text.replace('"mine": 1', '"mine": 2,\n  "later": true'));
    }
    const changes = disconnect(each);
    expect(changes.some(({ change }) => change === 'cleaned')).toBe(true);
    for (const { path, change, copy } of changes) {
      if (change !== 'cleaned') continue;
      if (path.endsWith('.toml')) expect(parseToml(readFileSync(path, 'utf8'))).toEqual({ later: { x: 1 } });
      else {
        expect(readFileSync(path, 'utf8')).toBe('{\n  "mine": 2,\n  "later": true\n}\n');
        expect(readFileSync(copy!, 'utf8')).toBe('{\n  "mine": 1\n}\n');
      }
    }
  });

  it.each([true, false])(
    'keeps what others changed before it is connected again (files before: %s)',
    (areThere) => {
      const settings = each
        .files(machine)
        .map(({ path }) => path.slice(home.length + 1))
        .filter((path) => /\.(?:toml|json)$/.test(path) && !path.endsWith('/anima.json'));
      if (areThere)
        for (const path of settings) put(path, path.endsWith('.toml') ? 'x = 1\n' : '{\n  "x": 1\n}\n');
      connect(each);
      for (const path of settings) {
        const text = read(path);
        put(path, path.endsWith('.toml') ? `later = 1\n${text}` : text.replace('{', '{\n  "later": 1,'));
      }
      connect(each);
      disconnect(each);
      const mine = areThere ? { later: 1, x: 1 } : { later: 1 };
      for (const path of settings)
        expect((path.endsWith('.toml') ? parseToml : parseJsonc)(read(path)), path).toEqual(mine);
    },
  );

  it('shows the changes without applying them', () => {
    expect(connect(each, true).map(({ change }) => change)).not.toContain('unchanged');
    expect(everything()).toEqual({});
    connect(each);
    const connected = everything();
    disconnect(each, true);
    expect(everything()).toEqual(connected);
  });
});

describe('files of the user', () => {
  it('that are invalid are rejected with the position, and stay unchanged', () => {
    put('.claude/settings.json', '{\n  "model": "opus",\n  "hooks": [}\n}\n');
    const before = everything();
    expect(() => connect(tool('claude-code'))).toThrow(
      /^Expected JSON in .*settings\.json, received \w+ at line 3, column 13; the file is unchanged$/,
    );
    put('.codex/config.toml', 'a = 1\nb = = 2\n');
    expect(() => connect(tool('codex'))).toThrow(
      /^Expected TOML in .*config\.toml, received .* at line 2, column 5/,
    );
    rmSync(at('.codex'), { recursive: true });
    expect(everything()).toEqual(before);
  });

  it.each([
    ['{"mcpServers": []}', 'Expected an object for mcpServers in'],
    ['[]', 'Expected an object for the whole file in'],
    ['{"hooks": {"AfterAgent": {}}}', 'Expected a list for hooks.AfterAgent in'],
    ['{"mcpServers": {"anima": {"command": "mine"}}}', 'already has an entry mcpServers.anima'],
  ])('that hold something else, as %s, are refused', (text, message) => {
    put('.gemini/settings.json', text);
    expect(() => connect(tool('gemini-cli'))).toThrow(message);
    expect(Object.keys(everything())).toEqual(['/.gemini', '/.gemini/settings.json']);
  });

  it.each(['{"hooks": {}, "a": 1, "hooks": {"Stop": []}}', '{"hooks": {"Stop": [], "Stop": []}}'])(
    'are refused if a key of ours occurs twice: %s',
    (text) => {
      put('.claude/settings.json', text);
      expect(() => connect(tool('claude-code'))).toThrow(
        /^Expected one entry hooks(?:\.Stop)? in .*, received 2/,
      );
      expect(read('.claude/settings.json')).toBe(text);
    },
  );

  it('keep a key that was written a second time since, until it is merged', () => {
    put('.gemini/settings.json', '{}');
    connect(tool('gemini-cli'));
    const twice = read('.gemini/settings.json').replace('{', '{ "hooks": {},');
    put('.gemini/settings.json', twice);
    expect(() => disconnect(tool('gemini-cli'))).toThrow('Expected one entry hooks in');
    expect(read('.gemini/settings.json')).toBe(twice);
  });

  it.skipIf(process.platform === 'win32')('are refused if they are no files, without waiting', () => {
    mkdirSync(at('.claude'));
    spawnSync('mkfifo', [at('.claude/settings.json')]);
    expect(() => connect(tool('claude-code'))).toThrow(
      /^Expected a file at .*settings\.json, received another kind/,
    );
    mkdirSync(at('.codex/config.toml'), { recursive: true });
    expect(() => connect(tool('codex'))).toThrow(/^Expected a file at .*config\.toml, received another kind/);
  });

  it('are rejected in TOML if a table cannot be added', () => {
    put('.codex/config.toml', '[[mcp_servers]]\ncommand = "x"\n');
    expect(() => connect(tool('codex'))).toThrow('in a form that cannot be edited safely');
    put('.codex/config.toml', '[mcp_servers.anima]\ncommand = "x"\n');
    expect(() => connect(tool('codex'))).toThrow('already has a table mcp_servers.anima');
    put('Documents/Cline/Hooks/TaskStart', '#!/bin/sh\n');
    expect(() => connect(tool('cline'))).toThrow('already exists');
  });

  it('keep their comments, order, indentation, links and permissions', () => {
    put(
      'dotfiles/cursor.json',
      '{\n\t// servers\n\t"mcpServers": {\n\t\t"b": {"url": "y"}, // kept\n\t},\n}\n',
      0o600,
    );
    mkdirSync(at('.cursor'));
    symlinkSync(at('dotfiles/cursor.json'), at('.cursor/mcp.json'));
    connect(tool('cursor'));
    expect(lstatSync(at('.cursor/mcp.json')).isSymbolicLink()).toBe(true);
    expect(statSync(at('dotfiles/cursor.json')).mode & 0o777).toBe(0o600);
    const [before, after] = read('dotfiles/cursor.json').split(/\t\t"anima": \{[\s\S]*?\n\t\t\},\n/);
    expect(before! + after).toBe(
      '{\n\t// servers\n\t"mcpServers": {\n\t\t"b": {"url": "y"}, // kept\n\t},\n}\n',
    );
    expect(parseJsonc(read('.cursor/mcp.json')).mcpServers.b).toEqual({ url: 'y' });
    expect(readdirSync(at('.cursor')).sort()).toEqual(['hooks.json', 'mcp.json', 'mcp.json.before-anima']);
    expect(statSync(at('.cursor/mcp.json.before-anima')).mode & 0o077).toBe(0);
  });

  it('are written through links that lead to nothing yet, which stay', () => {
    mkdirSync(at('.codeium/windsurf'), { recursive: true });
    mkdirSync(at('dotfiles'));
    symlinkSync('../../dotfiles/windsurf.json', at('.codeium/windsurf/mcp_config.json'));
    connect(tool('windsurf'));
    expect(read('dotfiles/windsurf.json')).toContain('mcp.mjs');
    disconnect(tool('windsurf'));
    expect(lstatSync(at('.codeium/windsurf/mcp_config.json')).isSymbolicLink()).toBe(true);
    expect(readdirSync(at('dotfiles'))).toEqual([]);
  });

  it('are left as they are where another program writes at the same time', () => {
    put('.claude.json', '{}');
    put('.claude/settings.json', '{"theme": "dark"}');
    const [mcp, hooks] = tool('claude-code').files(machine) as [ToolFile, ToolFile];
    const add = (text: string | null) => {
      put('.claude.json', '{"later": 1}');
      return hooks.add(text);
    };
    const busy = { ...tool('claude-code'), files: () => [mcp, { ...hooks, add }] };
    expect(() => connect(busy)).toThrow(/Another program changed .*claude\.json in the meantime/);
    expect(read('.claude.json')).toBe('{"later": 1}');
    connect(tool('claude-code'));
    disconnect(tool('claude-code'));
    expect(read('.claude.json')).toBe('{"later": 1}');
  });

  it.skipIf(!maySmallDisk())('are whole or as they were on a full disk (no right to mount: skipped)', () => {
    const disk = mountSmallDisk(256 * 1024);
    try {
      const path = join(disk.path, 'settings.json');
      writeFileSync(path, '{}');
      disk.fill(8 * 1024);
      expect(() => writeThrough(path, ' '.repeat(64 * 1024))).toThrow('ENOSPC');
      expect(readFileSync(path, 'utf8')).toBe('{}');
      expect(readdirSync(disk.path).sort()).toEqual(['filler', 'settings.json']);
    } finally {
      disk.remove();
    }
  });

  it('keep hooks of other programs', () => {
    const others = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "beep"}]}]}}\n';
    put('.claude/settings.json', others);
    connect(tool('claude-code'));
    expect(JSON.parse(read('.claude/settings.json')).hooks.Stop).toHaveLength(2);
    writeFileSync(at('.claude/settings.json'), read('.claude/settings.json').replace('beep', 'boop'));
    disconnect(tool('claude-code'));
    expect(JSON.parse(read('.claude/settings.json'))).toEqual(JSON.parse(others.replace('beep', 'boop')));
  });

  it('are left alone where they are gone, or are the user’s own by now', () => {
    connect(tool('cline'));
    writeFileSync(at('Documents/Cline/Hooks/TaskStart'), '#!/bin/sh\necho mine\n');
    rmSync(at('Documents/Cline/Hooks/TaskCancel'));
    disconnect(tool('cline'));
    expect(readdirSync(at('Documents/Cline/Hooks'))).toEqual(['TaskStart']);
    expect(() => disconnect(tool('cline'))).toThrow('Cline is not connected');
  });

  it('are updated when connected again, and still restored', () => {
    put('.gemini/settings.json', '{"theme": "dark"}');
    connect(tool('gemini-cli'));
    machine = { ...machine, mcp: { ...machine.mcp, env: { MEMORY_PORT: '9191' } } };
    expect(connect(tool('gemini-cli')).map(({ change }) => change)).toEqual(['changed']);
    expect(JSON.parse(read('.gemini/settings.json')).mcpServers.anima.env).toEqual({
      MEMORY_PORT: '9191',
      MEMORY_AGENT_ID: 'gemini-cli',
    });
    disconnect(tool('gemini-cli'));
    expect(everything()).toEqual({ '/.gemini': 'folder', '/.gemini/settings.json': '644 {"theme": "dark"}' });
  });
});

it('lists installed and connected tools', () => {
  mkdirSync(at('.cursor'));
  connect(tool('codex'));
  const states = Object.fromEntries(
    knownTools.map((each) => [each.name, [isInstalled(each, machine), isConnected(each, animaHome)]]),
  );
  expect(states).toMatchObject({ cursor: [true, false], codex: [true, true], 'claude-code': [false, false] });
  expect(existsSync(at('.claude'))).toBe(false);
});

describe.skipIf(process.platform === 'win32')('the command of a hook', () => {
  const hostile = `a "b" 'c' $(touch owned) \`touch owned\` \\ d`;

  it('runs no command in a path, and exits with 0 if everything was moved', () => {
    const odd = join(root, hostile);
    mkdirSync(odd);
    const oddMachine = thisMachine({ HOME: home, ANIMA_HOME: odd });
    const run = (command: string) =>
      spawnSync('sh', ['-c', command], { cwd: root, input: '{}', env: { PATH: process.env.PATH } });
    const command = oddMachine.hook('claude-code', 'Stop');
    expect(run(command).status).toBe(0);
    connectTool(
      tool('claude-code'),
      { ...oddMachine, home },
      { animaHome: odd, dryRun: false, now: new Date() },
    );
    const { status, stderr } = run(command);
    expect([status, stderr.toString()]).toEqual([0, '']);
    expect(readFileSync(join(odd, 'logs', 'hooks.log'), 'utf8')).toContain('"problem"');
    expect(existsSync(join(root, 'owned'))).toBe(false);
    for (const moved of [oddMachine.hookFiles[0]!.from, process.execPath]) {
      const away = command
        .replaceAll(`'${moved}'`, `'${moved}-moved'`)
        .replaceAll('hook.mjs', 'hook-moved.mjs');
      expect(run(away).status).toBe(0);
    }
  });
});
