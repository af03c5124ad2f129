import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { tomlTable } from './toml-file.js';
import { tomlStatements } from './toml-statements.js';

const file = tomlTable({
  path: 'config.toml',
  what: 'the MCP server "anima"',
  at: ['mcp_servers', 'anima'],
  table: { command: '/usr/bin/node', args: ['/x/anima.mjs', 'mcp'], env: { ANIMA_HOME: '/h "q" \\' } },
});

/** Documents of users and of Codex, in every form that TOML has. */
const documents = [
  'model = "gpt-5.5"\n',
  '# top\nmodel = "gpt-5.5" # why\n\n[projects."/home/ada/my.shop"]\ntrust_level = "trusted"\n',
  '[features]\nmemories = true\n\n\n[mcp_servers.other]\ncommand = "x"\nargs = [\n  "a", # one\n  "]b",\n]\n',
  '[mcp_servers."anima.two"]\ncommand = "y"\n[mcp_servers.other.env]\nA = "[mcp_servers.anima]"\n',
  'a = \'\'\'\n[mcp_servers.anima]\ncommand = 1\n\'\'\'\nb = """x\\"""""\n',
  '[[hooks.x]]\nrun = { a = "}", b = [1, 2] }\n[[hooks.x]]\nrun = {}\n',
  'mcp_servers.other = { command = "z" }\ndate = 2026-11-26T10:00:00Z\n',
  'x = 1\r\n\r\n[y]\r\nz = 2\r\n',
];

describe.each(documents)('%j', (document) => {
  it('is the same after connect and disconnect', () => {
    const added = file.add(document);
    expect(parse(added)).toMatchObject({ mcp_servers: { anima: { command: '/usr/bin/node' } } });
    expect(file.remove(added, document)).toBe(document);
  });

  it('keeps what a tool writes around and between ours', () => {
    const added = file.add(document);
    const eol = document.includes('\r\n') ? '\r\n' : '\n';
    const theirs = [
      '[trust."/a b"]',
      'level = "trusted"',
      '',
      '[mcp_servers.later]',
      'command = "l"',
      '',
    ].join(eol);
    expect(file.remove(added + theirs, document)).toBe(document + theirs);
    const env = `[mcp_servers.anima.env]`;
    const split = added.replace(env, `${theirs}${env}`);
    expect(file.remove(split, document)).toBe(document + theirs);
    // Everything moved to another place.
    const ours = added.slice(document.length);
    if (!/^[a-z_.]+ =/m.test(document.split(/^\[/m)[0]!))
      expect(parse(file.remove(`${ours}${document}`, document)!)).toEqual(parse(document));
  });

  it('is cut into statements that give its content again', () => {
    let text = '';
    for (const { start, end } of tomlStatements(document)) text += document.slice(start, end);
    expect(parse(text)).toEqual(parse(document));
  });
});

it.each([
  ['as Codex writes it', '[mcp_servers.anima]\ncommand = "n"\n\n[mcp_servers.anima.env]\nA = "b"\n'],
  ['as one value', 'mcp_servers.anima = { command = "n", env = { A = "b" } }\n'],
  ['in the table of all servers', '[mcp_servers]\nanima = { command = "n" }\n'],
  ['with dotted keys', '[mcp_servers]\nanima.command = "n"\nanima.args = [\n"a",\n]\n'],
  ['with quoted names', '[\'mcp_servers\' . "anima"]\n\'command\' = "n"\n'],
  [
    'with approvals of tools',
    '[mcp_servers.anima]\ncommand = "n"\n[mcp_servers.anima.tools.remember]\napprove = true\n',
  ],
])('finds our server %s', (_name, ours) => {
  const left = file.remove(`# first\n${ours}# last\n[features]\na = true\n`, null)!;
  expect(left.startsWith('# first\n')).toBe(true);
  expect(left.endsWith('# last\n[features]\na = true\n')).toBe(true);
  expect(parse(left)).toEqual({
    ...(ours.startsWith('[mcp_servers]') ? { mcp_servers: {} } : {}),
    features: { a: true },
  });
});

it('removes the marks of earlier versions, and only ours from between them', () => {
  const text =
    'model = "x"\n\n# >>> anima connect: taken out again by `anima disconnect`\n[mcp_servers.anima]\ncommand = "n"\n\n[features]\nhooks = true\n# <<< anima connect\n';
  expect(file.remove(text, 'model = "x"\n')).toBe('model = "x"\n\n[features]\nhooks = true\n');
});

it('refuses to change what it cannot take out', () => {
  expect(() => file.remove('mcp_servers = { anima = { command = "n" }, b = {} }\n', null)).toThrow(
    'remove it by hand',
  );
});
