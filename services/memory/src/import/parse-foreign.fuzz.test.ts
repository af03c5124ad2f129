import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppError } from '@anima/service/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryTypes } from '../memory/memory.js';
import { foreignFormats } from './formats.js';
import { parseForeign } from './parse-foreign.js';

const LIMIT = 2_000;
const fixture = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/foreign/home/${path}`, import.meta.url)), 'utf8');
const texts = [
  'src/ledger/CLAUDE.md',
  'src/ledger/.cursor/rules/backend/api.mdc',
  'src/ledger/.windsurfrules',
  '.claude/projects/-home-ann-src-ledger/memory/feedback_testing.md',
].map(fixture);

/** Characters with a meaning for a Markdown or YAML parser. */
const marks = fc.constantFrom(
  ...'`~*_[]()<>!#|\\-+.:=&%@{}"\' \t\n0a'.split(''),
  '```',
  '---\n',
  '\n\n',
  '<!--',
  '-->',
  '[^1]',
  '&#0;',
  '&a [*a]',
  '  - ',
  '> ',
  '@./x.md',
  '\u{1F600}',
  '\u202e',
  '\ufeff',
);
const noise = fc.array(marks, { maxLength: 60 }).map((parts) => parts.join(''));
const damaged = fc
  .record({ text: fc.constantFrom(...texts), at: fc.nat(), cut: fc.nat(40), noise })
  .map(({ text, at, cut, noise }) => {
    const start = at % text.length;
    return text.slice(0, start) + noise + text.slice(start + cut);
  });
const format = fc.constantFrom(...foreignFormats, null);

describe('any text', () => {
  it('becomes memories that can be stored, or is refused with a reason', () => {
    fc.assert(
      fc.property(
        fc.oneof(noise, damaged, fc.string({ unit: 'binary', maxLength: 200 })),
        format,
        (text, as) => {
          const lines = text.split('\n').length;
          try {
            const { statements, parts = [] } = parseForeign(text, as, LIMIT);
            for (const statement of [...statements, ...parts.flatMap((part) => part.statements)]) {
              const { content, type, tags, line } = statement;
              expect(content.trim()).not.toBe('');
              if (!text.includes('\0')) expect(content.includes('\0')).toBe(false);
              if (text.isWellFormed()) expect(content.isWellFormed()).toBe(true);
              expect(Buffer.byteLength(content)).toBeLessThanOrEqual(LIMIT);
              expect(memoryTypes).toContain(type);
              expect(tags.length).toBeLessThanOrEqual(64);
              for (const tag of tags) expect(tag).toMatch(/^[\p{L}\p{N}-]{1,64}$/u);
              expect(line).toBeGreaterThanOrEqual(1);
              expect(line).toBeLessThanOrEqual(lines);
            }
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            expect([error.code, error.message]).toEqual([
              expect.stringMatching(/^foreign_(?:file_unreadable|format_unknown)$/),
              expect.stringMatching(/^Expected/),
            ]);
          }
        },
      ),
      { numRuns: 800, seed: 20 },
    );
  });
});

describe('keeps all information', () => {
  let count = 0;
  /** A word that occurs nowhere else. */
  const word = fc.constant(null).map(() => `word${count++}x`);
  const phrase = fc.array(word, { minLength: 3, maxLength: 6 }).map((words) => words.join(' '));
  const bullet = fc
    .tuple(phrase, fc.array(phrase, { maxLength: 2 }))
    .map(([head, subs]) => [`- ${head}`, ...subs.map((sub) => `  - **${sub}**`)].join('\n'));
  const block = fc.oneof(
    phrase,
    phrase.map((text) => `${text}:`),
    phrase.map((text) => `**${text}**`),
    phrase.map((text) => `## ${text}`),
    phrase.map((text) => `### ${text}`),
    phrase.map((text) => `> ${text}`),
    phrase.map((text) => `\`\`\`sh\n# ${text}\n\`\`\``),
    phrase.map((text) => `<${text.split(' ')[0]}>\n\n${text}\n\n</${text.split(' ')[0]}>`),
    fc.tuple(phrase, phrase).map(([a, b]) => `[${a}](https://${b.split(' ')[0]}.example) *${b}*`),
    fc.tuple(phrase, phrase).map(([a, b]) => `| ${a} | x |\n|---|---|\n| ${b} | y |`),
    fc.array(bullet, { minLength: 1, maxLength: 3 }).map((items) => items.join('\n')),
    fc
      .array(phrase, { minLength: 2, maxLength: 4 })
      .map((items) => items.map((item, i) => `${i + 1}. ${item}`).join('\n')),
    fc.tuple(phrase, phrase).map(([a, b]) => `- [ ] ${a}\n- [x] ~~${b}~~`),
  );

  it('of a document', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
        const text = blocks.join('\n\n');
        const parsed = parseForeign(text, 'claude-md', 65_536)
          .statements.map(({ content }) => content)
          .join('\n');
        for (const [each] of text.matchAll(/word\d+x/g)) expect(parsed).toContain(each);
      }),
      { numRuns: 400, seed: 7 },
    );
  });
});
