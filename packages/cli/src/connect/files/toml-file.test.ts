import fc from 'fast-check';
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

  it('keeps tables that a tool writes around and between those of Anima', () => {
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

it('removes the marks of earlier versions, and only entries of Anima between them', () => {
  const text =
    'model = "x"\n\n# >>> anima connect: taken out again by `anima disconnect`\n[mcp_servers.anima]\ncommand = "n"\n\n[features]\nhooks = true\n# <<< anima connect\n';
  expect(file.remove(text, 'model = "x"\n')).toBe('model = "x"\n\n[features]\nhooks = true\n');
});

it('leaves text that looks like a mark inside a string', () => {
  const document = 'x = """\n# >>> anima connect: y\n"""\n';
  expect(file.remove(file.add(document), document)).toBe(document);
});

it.each([
  'mcp_servers = { b = { command = "x, }" } } # c\n[t]\n',
  'mcp_servers = {}\nx = 1',
  'mcp_servers = { }\r\n',
  'mcp_servers = { "b.c" = { args = ["{", "}"] }, d.command = \'=\' }\n',
])('adds our server to servers in braces and removes it again: %j', (document) => {
  const added = file.add(document);
  expect(parse(added)).toMatchObject({ mcp_servers: { anima: { env: { ANIMA_HOME: '/h "q" \\' } } } });
  expect(file.remove(added, document)).toBe(document);
});

it.each([
  ['{ anima = { command = "n" }, b = {} }', '{ b = {} }'],
  ['{ b = {}, anima = { command = "n" } }', '{ b = {} }'],
  ['{ b = {}, anima.command = "n", anima.args = ["}"], c = {} }', '{ b = {}, c = {} }'],
  ['{ "anima".command = "n", anima.args = [], c = {} }', '{ c = {} }'],
  ['{anima={command="n"}}', '{}'],
])('removes our server from the braces %s', (servers, left) => {
  expect(file.remove(`a = 1\nmcp_servers = ${servers} # c\n`, null)).toBe(
    `a = 1\nmcp_servers = ${left} # c\n`,
  );
});

it('rejects a list of servers, and leaves it', () => {
  expect(() => file.add('[[mcp_servers]]\nname = "x"\n')).toThrow('The file is unchanged');
});

describe('any document', () => {
  const value = fc.constantFrom(
    ...['1', 'true', '2026-11-26T10:00:00Z', '[1,\n# c ]\n2,\n]', '{ a = 1, "b]" = [{}] }', "'#]'", '{}'],
    ...['"""\n[mcp_servers.anima]\nx\\""""', "'''\n# >>> anima connect\n'''", '"\\"#"'],
  );
  const key = fc.constantFrom('a', 'b-c', '"x.y"', "'#'", '"="', '1', 'd . e', '""', '"[z]"', '__proto__');
  const line = fc.oneof(
    fc
      .tuple(key, value, fc.constantFrom('', ' # c', ' #]"'))
      .map(([name, is, end]) => `${name} = ${is}${end}`),
    fc.constantFrom('', '  # note', '# [mcp_servers.anima]', '\t'),
  );
  const header = fc.constantFrom(
    ...['[t]', '[[l]]', '[mcp_servers.other]', '[mcp_servers."anima.x".env]', '[projects."/a b"] # c'],
    ...[' [ q . "r]" ]', '[mcp_servers.animal]', '["__proto__".x]', '[anima]'],
  );
  const lines = fc.array(line, { maxLength: 3 });
  const document = fc
    .tuple(
      lines,
      fc.array(fc.tuple(header, lines), { maxLength: 4 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
    )
    .map(([first, tables, eol, hasEnd]) => {
      const all = [...first, ...tables.flatMap(([head, inside]) => [head, ...inside])];
      return all.join('\n').replaceAll('\n', eol) + (hasEnd ? eol : '');
    })
    .filter(isToml);

  it('is the same after connect and disconnect', () => {
    fc.assert(
      fc.property(document, (text) => file.remove(file.add(text), text) === text),
      { numRuns: 300 },
    );
  });

  it('keeps tables of other programs between and after those of Anima', () => {
    const theirs = fc.uniqueArray(
      fc.constantFrom(
        ...['[zz1]\n', '[zz2]\nk = 1\n\n', '[mcp_servers.zz3]\ncommand = "k" # c\n'],
        '[[zz4]]\nb = [\n1,\n]\n\n',
      ),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(document, theirs, fc.boolean(), (text, tables, isBetween) => {
        const eol = text.includes('\r\n') ? '\r\n' : '\n';
        const others = tables.join('').replaceAll('\n', eol);
        const added = file.add(text);
        const at = isBetween ? added.lastIndexOf('[mcp_servers.anima.env]') : added.length;
        const left = file.remove(added.slice(0, at) + others + added.slice(at), text)!;
        expect(left.startsWith(text)).toBe(true);
        expect(left.slice(text.length).trimStart()).toBe(others.trimStart());
      }),
      { numRuns: 300 },
    );
  });
});

function isToml(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
