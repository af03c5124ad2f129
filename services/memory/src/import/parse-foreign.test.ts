import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type ForeignFormat, formatOfPath, isMemoryIndex } from './formats.js';
import { parseForeign } from './parse-foreign.js';

const LIMIT = 65_536;

function contents(markdown: string, format: ForeignFormat = 'claude-md'): string[] {
  return parseForeign(markdown, format, LIMIT).statements.map(({ content }) => content);
}

/** Markdown, and the memories that it becomes. */
const table: Record<string, [markdown: string, memories: string[]]> = {
  'bullets under headings': [
    '# Ledger\n\n## Testing\n\n- Use table tests\n- Mock nothing\n',
    ['Ledger > Testing: Use table tests', 'Ledger > Testing: Mock nothing'],
  ],
  'a heading closes those below it': [
    '# A b c\n## D e\n- one\n# F g\n- two',
    ['A b c > D e: one', 'F g: two'],
  ],
  'a title that only names the file is left out': ['# CLAUDE.md\n\n- one', ['one']],
  'a bullet keeps its sub-bullets': [
    '- Money is stored in cents\n  - never as a float\n  - eight decimals for rates\n- next',
    ['Money is stored in cents\n- never as a float\n- eight decimals for rates', 'next'],
  ],
  'a bullet keeps its code': [
    '- Start it with:\n\n  ```sh\n  make db\n  ```\n',
    ['Start it with:\n```sh\nmake db\n```'],
  ],
  'a sentence that announces a list turns its sense, and stays with it': [
    'Never do the following:\n\n- commit secrets\n- edit migrations',
    ['Never do the following: commit secrets', 'Never do the following: edit migrations'],
  ],
  'only the last sentence announces': [
    'The API is public. Do not:\n\n- break it',
    ['The API is public.', 'Do not: break it'],
  ],
  'a heading that says the same as what follows is said once': [
    '## Never commit\n\nNever commit:\n\n- secrets',
    ['Never commit: secrets'],
  ],
  'a line right above a list is its heading': [
    'Key principles\n- Be brief\n\nUnrelated.',
    ['Key principles: Be brief', 'Unrelated.'],
  ],
  'a bold line is a heading until the next': [
    '**Testing**\n\nUse mocks sparingly.\n\n**Style:**\n\n- tabs',
    ['Testing: Use mocks sparingly.', 'Style: tabs'],
  ],
  'a bold sentence is a statement': [
    '**Never push to main.**\n\nAsk first.',
    ['**Never push to main.**', 'Ask first.'],
  ],
  'a heading with nothing under it says something, if it is a sentence': [
    '## Never force-push main\n\n## Misc\n\n## Style\n- tabs',
    ['Never force-push main', 'Style: tabs'],
  ],
  'steps are one memory': [
    '## Release\n\n1. Tag the commit\n2. Wait for the pipeline\n3. Announce it',
    ['Release:\n1. Tag the commit\n2. Wait for the pipeline\n3. Announce it'],
  ],
  'numbered rules are several': [
    '1. Always use strict mode\n2. Never use any\n3. Prefer const',
    ['Always use strict mode', 'Never use any', 'Prefer const'],
  ],
  tasks: [
    '## Work\n- [ ] Move the export\n- [x] Drop v1',
    ['Work: To do: Move the export', 'Work: Done: Drop v1'],
  ],
  'code with what announces it': [
    'Run the tests:\n\n```sh\nnpm test\n```\n\n```sh\nnpm run lint\n```',
    ['Run the tests:\n```sh\nnpm test\n```', '```sh\nnpm run lint\n```'],
  ],
  'code under a heading': ['## Build\n```\nmake\n```', ['Build:\n```\nmake\n```']],
  'rows of a table carry the names of their columns': [
    '## Ports\n\n| Service | Port |\n|---|---|\n| api | 8080 |\n| web | |',
    ['Ports: Service: api; Port: 8080', 'Ports: Service: web'],
  ],
  'quotes and alerts': [
    '> [!WARNING]\n> Ids are not stable.\n\n> Quoted.',
    ['Warning: Ids are not stable.', 'Quoted.'],
  ],
  'headings in a quote end with it': [
    '## Outer part\n\n> # Inner\n> said\n\nAfter.',
    ['Outer part > Inner: said', 'Outer part: After.'],
  ],
  'emphasis, code, links and strikethrough stay as they are written': [
    'Use **`uv`**, see [the *docs*](https://a.example/b) ~~or pip~~, <https://c.example>, mail a@b.example.',
    [
      'Use **`uv`**, see [the *docs*](https://a.example/b) ~~or pip~~, <https://c.example>, mail a@b.example.',
    ],
  ],
  'definitions and footnotes are shown with what refers to them': [
    'Follow [the guide][g][^1].\n\n[g]: https://a.example\n[^1]: since 2024\n[^2]: Unused note.\n\n[//]: # (note)\n[u]: /unused',
    [
      'Follow [the guide][g][^1].\n[g]: https://a.example\n[^1]: since 2024',
      '[^2]: Unused note.',
      '[u]: /unused',
    ],
  ],
  'comments and tags that lay out go; other HTML and placeholders stay': [
    '<!-- for editors\n- not me\n-->\n\nName <!-- aside --> it <branch-name>.<br>Really, `<!-- said -->`.\n\n<details open>\n<summary>More</summary>\n\n- inside\n</details>\n\n<input type="text">\nNext one\n\n<div class="card">\n  <h2>Title</h2>\n</div>',
    [
      'Name  it <branch-name>.<br>Really, `<!-- said -->`.',
      '<summary>More</summary>',
      'inside',
      '<input type="text">',
      'Next one',
      '<div class="card"> <h2>Title</h2> </div>',
    ],
  ],
  "an author's own tags are headings": [
    '<db_rules>\n- Use UUIDs\n</db_rules>\n<example type="bad">\n\n- id int\n</example>\n\nAfter.',
    ['db rules: Use UUIDs', 'example (bad): id int', 'After.'],
  ],
  'tags in code are code': ['```html\n<rules>\n</rules>\n```', ['```html\n<rules>\n</rules>\n```']],
  'decoration goes': ['---\n\n***\n\n![build](https://ci.example/badge)\n\n-\n\ntext', ['text']],
  'the sentence of the generator goes': [
    'This file provides guidance to Claude Code (claude.ai/code) when working with code in this repository.',
    [],
  ],
  'hard breaks and emoji headings': ['## 🚀 1. Deploy\n\nFirst\\\nsecond', ['Deploy: First\\\nsecond']],
  'lines in quotes lose their marks': [
    '> Never push to main\n> without asking\n\n- Quote:\n  > a * b\n  > > c > d',
    ['Never push to main without asking', 'Quote:\na * b\n\nc > d'],
  ],
  'a name that looks like emphasis is no heading': ['__init__\n\nNext.', ['__init__', 'Next.']],
  'other scripts': ['## Überblick\n\n- 日本語で答える', ['Überblick: 日本語で答える']],
  'a heading with nothing under it stays, if it is a pattern or a sentence': [
    '## src/**\n\n## 不要强制推送主分支\n\n## Misc',
    ['src/**', '不要强制推送主分支'],
  ],
  'nothing at all': [' \n\n', []],
};

describe('a memory file becomes statements', () => {
  it.each(Object.entries(table))('%s', (_, [markdown, memories]) => {
    expect(contents(markdown)).toEqual(memories);
  });

  it('keeps the line and the headings of each', () => {
    const { statements } = parseForeign(
      '# API notes\n\ntext\n\n## CI & CD\n\n- one\n\n  more\n- two',
      'codex-agents',
      LIMIT,
    );
    expect(statements.map(({ line, tags }) => [line, tags])).toEqual([
      [3, ['api-notes']],
      [7, ['api-notes', 'ci-cd']],
      [10, ['api-notes', 'ci-cd']],
    ]);
  });

  it('splits a statement that is longer than a content may be, and loses only white space', () => {
    const words = Array.from({ length: 900 }, (_, i) => `wörd${i}`).join(' ');
    const parts = parseForeign(words, 'claude-md', 1_000).statements.map(({ content }) => content);
    expect(parts.length).toBeGreaterThan(5);
    for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(1_000);
    expect(parts.join(' ')).toBe(words);
  });

  it('splits a long list inside a bullet, each part under the text of the bullet', () => {
    const items = Array.from({ length: 60 }, (_, i) => `  - item ${i} ${'x'.repeat(80)}`);
    const texts = contents(`- Ports that are taken:\n${items.join('\n')}`);
    expect(texts).toHaveLength(60);
    expect(texts[3]).toMatch(/^Ports that are taken: item 3 x+$/);
  });
});

/** Lines as people write them without fences; each token has to survive. */
const unfenced = [
  'Block size is 4*1024*1024 bytes, area is 2*a*b',
  'src/**/*.ts and test/**/*.ts, but !src/**/*.gen.ts',
  '*.log and *.tmp are ignored, **/node_modules/** too',
  'Entry point is __init__.py, then __main__.py and __all__',
  '_private and __mangled names, snake_case_name, _both_',
  'The pattern is \\d+\\.\\d+ or ^[a-z_]*\\*$',
  'The share is \\\\srv\\share, the path C:\\Users\\ann\\*.txt',
  'about ~50 ms, see ~/bin, ~~not this~~ and ~user',
  'a<br/>b and <td>a</td><td>1</td>',
  'Map<String, List<Integer>> and <T extends Foo>',
  'if (a < b && c > d) return a*b;',
  'price is $5 * 3, 100% sure, #4521 and @ann',
  '2 * 3 * 4 = 24 and 2 ** 10',
  'R&D uses &nbsp; and &lt;div&gt; and &copy',
  '[optional] args, [x](y), ![img](a_b_c.png), [ref][id]',
  '`code *with* stars` and ``a ` b``',
  'https://a.example/b_c_d?x=*&y=~1 and <https://b.example/_x_>',
  'ann_b@c.example and a@b_c.example',
  'regular expression (?<!\\*)\\*(?!\\*) and [^*]+',
  'print(*args, **kwargs) and def f(*, a): ...',
  'int *p = &x; char **argv;',
  'SELECT * FROM t WHERE a_b = 1 AND c LIKE "%_x%"',
  'x = y | z; a || b; {a,b}/*.{js,ts}',
  'footnote[^n] and caret^2 and H~2~O',
  '<kbd>Ctrl</kbd>+<kbd>C</kbd> copies, <!DOCTYPE html>',
  'trailing star* and leading *star and mid*star*mid',
  '\\*escaped\\* \\_underscores\\_ \\# \\[brackets\\]',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a shell script says
  '$HOME/.config/**, ${VAR:-default}, $(cmd) and %APPDATA%',
  '"quoted *text*" and ‘curly’ … — – ends',
  '日本語*強調*です, 😀 emoji, naïve_ß',
];

describe('the source of a line is kept', () => {
  const tokensOf = (text: string) => text.split(/\s+/).filter((token) => token !== '');
  const layouts: Record<string, (lines: readonly string[]) => string> = {
    paragraphs: (lines) => lines.join('\n\n'),
    'lines without bullets': (lines) => lines.join('\n'),
    bullets: (lines) => lines.map((line) => `- ${line}`).join('\n'),
    stars: (lines) => lines.map((line) => `* ${line}`).join('\n'),
    'nested bullets': (lines) =>
      lines.map((line, i) => (i % 3 === 0 ? `- ${line}` : `  - ${line}`)).join('\n'),
    'numbered rules': (lines) => lines.map((line, i) => `${i + 1}. ${line}`).join('\n'),
    quotes: (lines) => lines.map((line) => `> ${line}`).join('\n>\n'),
    'a list in a quote': (lines) => lines.map((line) => `> - ${line}`).join('\n'),
    headings: (lines) => lines.map((line) => `## ${line}\n\nBelow.`).join('\n\n'),
    tables: (lines) =>
      `| Rule | n |\n|---|---|\n${lines.map((line, i) => `| ${line.replaceAll('|', '\\|')} | ${i} |`).join('\n')}`,
    'an auto memory': (lines) =>
      `---\nname: note\ntype: project\n---\n${lines.map((line) => `- ${line}`).join('\n')}`,
  };

  it.each(Object.entries(layouts))('%s', (name, layout) => {
    const found = parseForeign(layout(unfenced), name === 'an auto memory' ? null : 'cursor-rules', LIMIT);
    const allContents = found.statements.map(({ content }) => content).join('\n');
    for (const line of unfenced) {
      const wanted = name === 'tables' ? line.replaceAll('|', '\\|') : line;
      const isIncluded =
        allContents.includes(wanted) || tokensOf(wanted).every((token) => allContents.includes(token));
      expect(isIncluded, line).toBe(true);
      if (name !== 'headings') expect(allContents).toContain(wanted);
    }
  });

  it('one memory a line', () => {
    for (const name of ['paragraphs', 'lines without bullets', 'bullets', 'stars'] as const) {
      const texts = contents(layouts[name]!(unfenced), 'cursor-rules');
      expect([name, texts]).toEqual([name, unfenced]);
    }
  });
});

/** Paragraphs of several lines, and the statements that they become. */
const paragraphs: Record<string, [text: string, statements: string[]]> = {
  'one rule a line': [
    'You are an expert in Go\nAlways use TypeScript\nNever use any',
    ['You are an expert in Go', 'Always use TypeScript', 'Never use any'],
  ],
  'sentences, one a line': [
    'Use the shared components from the design system in all pages.\nWrite a test for every route of the public interface first.',
    [
      'Use the shared components from the design system in all pages.',
      'Write a test for every route of the public interface first.',
    ],
  ],
  'long lines of different lengths': [
    `Use ${'very '.repeat(30)}short names\nNever use any\nPrefer ${'really '.repeat(20)}small modules`,
    [`Use ${'very '.repeat(30)}short names`, 'Never use any', `Prefer ${'really '.repeat(20)}small modules`],
  ],
  'rules in lower case': [
    'use tabs\nno semicolons\nprefer const',
    ['use tabs', 'no semicolons', 'prefer const'],
  ],
  'a rule that is wrapped among others': [
    'Always use TypeScript\nNever use any, unless you really\nhave to,\nand say why\nPrefer const\nKeep it short\nTest it\nShip it',
    [
      'Always use TypeScript',
      'Never use any, unless you really have to, and say why',
      'Prefer const',
      'Keep it short',
      'Test it',
      'Ship it',
    ],
  ],
  'a line that announces those after it': [
    'Our stack:\nGo 1.23\nPostgres 16',
    ['Our stack: Go 1.23', 'Our stack: Postgres 16'],
  ],
  'lines above a list': [
    'Use tabs\nNo any\nPrinciples:\n- Be brief',
    ['Use tabs', 'No any', 'Principles: Be brief'],
  ],
  'Chinese rules': [
    '使用 TypeScript 编写代码\n不要使用 any\n提交前运行测试',
    ['使用 TypeScript 编写代码', '不要使用 any', '提交前运行测试'],
  ],
  'Japanese sentences': [
    'すべての公開関数にはドキュメントコメントを必ず書いてください。\nテストを先に書く。\n日本語で答える。',
    [
      'すべての公開関数にはドキュメントコメントを必ず書いてください。',
      'テストを先に書く。',
      '日本語で答える。',
    ],
  ],
  'Korean rules': [
    '항상 한국어로 답변하세요\n테스트를 먼저 작성하세요',
    ['항상 한국어로 답변하세요', '테스트를 먼저 작성하세요'],
  ],
  'bullets that Markdown does not know': ['• Use tabs\n• No any', ['Use tabs', 'No any']],
  'lines with two blanks at their end': ['Use tabs  \nNo any  ', ['Use tabs', 'No any']],
  'dotfiles and globs': [
    '.env is never committed\n!src/gen is kept\n*.ts is formatted',
    ['.env is never committed', '!src/gen is kept', '*.ts is formatted'],
  ],
  'wrapped prose': [
    'Ledger is a double-entry bookkeeping service for marketplaces. It exposes a REST\nAPI and a nightly export. The team that owns it is called Payments, and it was\nwritten in 2019.',
    [
      'Ledger is a double-entry bookkeeping service for marketplaces. It exposes a REST API and a nightly export. The team that owns it is called Payments, and it was written in 2019.',
    ],
  ],
  'prose that was wrapped by hand': [
    'Ledger is a service that keeps the books\nof marketplaces, and it exposes an interface for\nthe back office.\nIt was written in 2019.',
    [
      'Ledger is a service that keeps the books of marketplaces, and it exposes an interface for the back office. It was written in 2019.',
    ],
  ],
  'wrapped prose with a name at the beginning of a line': [
    'All of the data of the marketplaces that we serve at the moment is stored with\nPostgreSQL, never in files.',
    [
      'All of the data of the marketplaces that we serve at the moment is stored with PostgreSQL, never in files.',
    ],
  ],
  'wrapped Chinese prose': [
    '账本是一个面向电商平台的复式记账服务，它提供接口和每晚的导出功能，由支付团队负责维护和\n运营，从二零一九年开始使用，所有的金额都以整数的最小货币单位进行存储，绝不使用浮点数进\n行存储。',
    [
      '账本是一个面向电商平台的复式记账服务，它提供接口和每晚的导出功能，由支付团队负责维护和 运营，从二零一九年开始使用，所有的金额都以整数的最小货币单位进行存储，绝不使用浮点数进 行存储。',
    ],
  ],
  'a command over several lines': [
    'docker run \\\n  -p 80:80 \\\n  nginx',
    ['docker run \\\n-p 80:80 \\\nnginx'],
  ],
  'a span of code over two lines': ['Run `make\ntest` first', ['Run `make test` first']],
  'a bullet over two lines': ['- Use tabs\n  Never spaces', ['Use tabs Never spaces']],
  'lines with a rule below them': ['Use tabs\nNo any\n---\nBe brief', ['Use tabs', 'No any', 'Be brief']],
};

describe('lines of a paragraph', () => {
  it.each(Object.entries(paragraphs))('%s', (_, [text, statements]) => {
    expect(contents(text, 'cursor-rules')).toEqual(statements);
  });

  it('keep their numbers', () => {
    const { statements } = parseForeign('# T u v\n\nUse tabs\nNo any\n\nBe brief', 'cursor-rules', LIMIT);
    expect(statements.map(({ line }) => line)).toEqual([3, 4, 6]);
  });
});

describe('frontmatter', () => {
  it.each([
    ['globs: src/**/*.ts', 'For src/**/*.ts: text'],
    ['globs: **/*.ts, **/*.{js,jsx}', 'For **/*.ts, **/*.{js,jsx}: text'],
    ['paths:\n  - "src/**"\n  - **/*.sql', 'For src/**, **/*.sql: text'],
    ['applyTo: "**"\nexcludeAgent: "code-review"', 'text'],
    ['description: Rules: the API\nalwaysApply: true', 'Rules: the API: text'],
    ['trigger: glob\nglobs: *.go', 'For *.go: text'],
    ['title: Billing\ntags: [money, Tax Law]', 'Billing: text'],
  ])('%s', (frontmatter, content) => {
    expect(contents(`---\n${frontmatter}\n---\ntext`, 'cursor-rules')).toEqual([content]);
  });

  it('gives tags, and keeps unknown fields', () => {
    const { statements } = parseForeign(
      '---\ntags: [Tax Law]\nowner: ann\nsla: 4h\n---\ntext',
      'claude-md',
      LIMIT,
    );
    expect(statements.map(({ content, tags }) => [content, tags])).toEqual([
      ['owner: ann; sla: 4h', ['tax-law']],
      ['text', ['tax-law']],
    ]);
  });

  it('is not the text between two thematic breaks', () => {
    expect(contents('---\n\nJust prose.\n\n---\nmore')).toEqual(['Just prose.', 'more']);
  });

  it.each([
    ['broken YAML', 'name: "open\nx: [1'],
    ['a list', '- a: 1\nb:'],
    [
      'a bomb of aliases',
      'a: &a [x,x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c]\ne: [*d,*d,*d,*d]',
    ],
    ['an alias of what it stands in', 'a: &a [*a]'],
    ['nesting without end', `a: ${'['.repeat(5_000)}`],
    ['more than a frontmatter is for', `a: ${'x'.repeat(20_000)}`],
    ['an escaped NUL character', 'description: "one\\0two"'],
    ['half a surrogate pair', 'description: "one\\ud800two"'],
  ])('refuses %s', (_, yaml) => {
    expect(() => parseForeign(`---\n${yaml}\n---\ntext`, 'cursor-rules', LIMIT)).toThrow(
      expect.objectContaining({ code: 'foreign_file_unreadable' }),
    );
  });

  it('cannot reach the prototype of anything', () => {
    contents('---\n__proto__:\n  polluted: true\nconstructor: x\n---\ntext');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('a file of an auto memory is one memory', () => {
  const memory = (fields: string, body: string) =>
    parseForeign(`---\nname: some_note\n${fields}\n---\n\n${body}`, null, LIMIT).statements;

  it.each([
    ['type: user', 'Ann is new to React.', 'entity'],
    ['type: user', 'Ann prefers short answers.', 'preference'],
    ['metadata:\n  type: feedback', 'Tests hit a real database.', 'preference'],
    ['metadata: {type: project}', 'The release is on Friday.', 'context'],
    ['type: project', 'We chose NATS because it is small.', 'decision'],
    ['type: reference', 'Bugs are in the board INGEST.', 'fact'],
    ['type: something', 'The API listens on 8080.', 'fact'],
  ])('%s: %s', (fields, body, type) => {
    expect(memory(fields, body)).toEqual([
      expect.objectContaining({ content: body, type, tags: ['some-note'], occurredAt: null }),
    ]);
  });

  it('includes its description if the body does not, and the time of writing', () => {
    const [only] = memory(
      'description: Real databases only\nmetadata:\n  type: feedback\n  modified: 2026-02-11T09:30:00.000Z',
      'No mocks.\n\n- **Why:** a migration failed',
    );
    expect(only).toMatchObject({
      content: 'Real databases only\n\nNo mocks.\n\n- **Why:** a migration failed',
      occurredAt: Date.UTC(2026, 1, 11, 9, 30),
      line: 9,
    });
    expect(memory('type: user\nmetadata:\n  modified: yesterday', 'x y')[0]!.occurredAt).toBeNull();
  });

  it('is recognised by its frontmatter if its location is unknown', () => {
    expect(parseForeign('---\nname: a\ntype: user\n---\nx', null, LIMIT).format).toBe('claude-memory');
    expect(parseForeign('---\nname: a\n---\nx', null, LIMIT).format).toBe('claude-md');
    expect(parseForeign('x', null, LIMIT).format).toBe('claude-md');
  });
});

describe('imports', () => {
  const targets = (text: string, format: ForeignFormat = 'claude-md') =>
    parseForeign(text, format, LIMIT).imports.map(({ target, line }) => [target, line]);

  it('are found in text and never in code', () => {
    const text =
      'See @docs/a.md, and\n(@b.md) @~/.c/d.md.\n\n`@code.md`\n\n```\n@fence.md\n```\n\n    @indented.md\n\n- x\n  @./e\\ f.md#part';
    expect(targets(text)).toEqual([
      ['docs/a.md', 1],
      ['~/.c/d.md', 2],
      ['./e f.md', 13],
    ]);
    expect(targets('mail ann@b.example.md or <!-- @c.md -->')).toEqual([]);
  });

  it('are of two tools only', () => {
    expect(targets('@./a.md', 'gemini-md')).toEqual([['./a.md', 1]]);
    for (const format of ['codex-agents', 'cursor-rules', 'cline-rules'] as const) {
      expect(targets('@./a.md', format)).toEqual([]);
      expect(contents('@./a.md', format)).toEqual(['@./a.md']);
    }
  });

  it('are no statements by themselves', () => {
    expect(contents('@docs/a.md @b.md\n\nSee @docs/a.md for more.')).toEqual(['See @docs/a.md for more.']);
  });
});

describe('files as each tool writes them', () => {
  const fixtures = fileURLToPath(new URL('../../fixtures/foreign/', import.meta.url));
  const home = join(fixtures, 'home');
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isMemoryIndex(path, formatOfPath(path)))
    .sort();
  const expected = JSON.parse(readFileSync(join(fixtures, 'expected.json'), 'utf8')) as Record<
    string,
    unknown
  >;

  it('all of them are in expected.json', () => {
    expect(Object.keys(expected).sort()).toEqual(files.map((path) => relative(home, path)).sort());
  });

  it.each(files.map((path) => [relative(home, path), path]))('%s', (name, path) => {
    const { format, statements } = parseForeign(readFileSync(path, 'utf8'), formatOfPath(path), LIMIT);
    expect({
      format,
      statements: statements.map(({ line, type, tags, content }) => ({ line, type, tags, content })),
    }).toEqual(expected[name]);
  });
});
