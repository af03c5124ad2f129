import { AppError } from '@anima/service/errors';
import type { Root } from 'mdast';
import { findSecrets, redactSecrets, type SecretFinding } from '../secrets/secrets.js';
import { textField } from '../text/frontmatter.js';
import { shortened } from '../text/shortened.js';
import type { ExportPart } from './exports/export-part.js';
import { parseExport } from './exports/parse-export.js';
import { type FileFields, otherFields, readFields, textList } from './file-fields.js';
import { type ForeignImport, findImports, onlyImports } from './find-imports.js';
import type { ForeignStatement } from './foreign-statement.js';
import { tagsOf } from './foreign-statement.js';
import { type ForeignFormat, importDepth, isExportFormat, isVault } from './formats.js';
import { inferType } from './infer-type.js';
import { parseMarkdown } from './markdown-text.js';
import { memoryFileStatement } from './memory-file.js';
import { splitText } from './split-text.js';
import { collectStatements, type RawStatement } from './statements.js';
import { inlineTags, noteFields, observedType, plainNote } from './vault-note.js';

export interface ParsedForeign {
  format: ForeignFormat;
  /** Statements without the values of credentials. */
  statements: ForeignStatement[];
  imports: ForeignImport[];
  /** Credentials whose values were removed. */
  secrets: ForeignSecret[];
  /** Parts of an export, each of which is synchronised on its own; `statements` is empty then. */
  parts?: ExportPart[];
}

export interface ForeignSecret {
  kind: string;
  /** Line number, from 1. */
  line: number;
}

/** What the path of a file tells. */
export interface FileTraits {
  /** Name of the file without its ending. */
  title?: string | null;
  /** Whether the file can be an export, which is then never read as Markdown. */
  isExport?: boolean;
}

/**
 * Parses a memory file. If `format` is null, a file with the frontmatter of an auto memory is read as an auto
 * memory, and any other text as a Markdown memory file. Credentials are redacted before parsing, and again in
 * the statements, because markup can split a value. Throws foreign_file_unreadable, and secret_refused for a
 * private key.
 */
export function parseForeign(
  text: string,
  format: ForeignFormat | null,
  maxContentBytes: number,
  { title = null, isExport = false }: FileTraits = {},
): ParsedForeign {
  if (isExportFormat(format) || (format === null && isExport))
    return withoutCredentials(parseExport(text, format), maxContentBytes);
  const found = findSecrets(text);
  refusePrivateKeys(text, found);
  const isNote = isVault(format);
  const redactedText = redactSecrets(text, found);
  const { fields: own, body } = readFields(isNote ? plainNote(redactedText, format!) : redactedText);
  // A note is named by its file.
  const fields = isNote ? noteFields(own, title) : own;
  // The parser skips a byte order mark without counting it, which would shift all offsets.
  const frontmatter = { fields, body: body.replace(/^\ufeff/, '') };
  const known = format ?? (isMemoryFile(frontmatter) ? 'claude-memory' : 'claude-md');
  const root = parseMarkdown(frontmatter.body);
  const statements =
    known === 'claude-memory'
      ? memoryFileStatement(frontmatter, root)
      : rulesOf(frontmatter, root, importDepth(known) > 0).map(toStatement(frontmatter, known));
  const imports = importDepth(known) > 0 ? findImports(root) : [];
  const secrets = found.map(({ kind, start }) => ({ kind, line: lineAt(text, start) }));
  const clean = statements.map((statement) => {
    const { content, line } = statement;
    const left = findSecrets(content);
    const redacted = redactSecrets(content, left);
    const plain = withoutMarkup(redacted);
    const hidden = findSecrets(plain);
    for (const [read, found] of [
      [content, left],
      [plain, hidden],
    ] as const) {
      refusePrivateKeys(read, found);
      secrets.push(...found.map(({ kind }) => ({ kind, line })));
    }
    return { ...statement, content: hidden.length === 0 ? redacted : redactSecrets(plain, hidden) };
  });
  return {
    format: known,
    statements: clean.flatMap((each) => withinLimit(each, maxContentBytes)),
    imports,
    secrets,
  };
}

/** Removes credentials from the statements of an export, and statements with a private key. */
function withoutCredentials(
  { format, parts }: { format: ForeignFormat; parts: ExportPart[] },
  maxContentBytes: number,
): ParsedForeign {
  const secrets: ForeignSecret[] = [];
  const clean = parts.map(({ name, statements }) => ({
    name,
    statements: statements.flatMap((statement) => {
      const found = findSecrets(statement.content);
      secrets.push(...found.map(({ kind }) => ({ kind, line: statement.line })));
      if (found.some(({ kind }) => kind === 'private_key')) return [];
      return withinLimit({ ...statement, content: redactSecrets(statement.content, found) }, maxContentBytes);
    }),
  }));
  return { format, statements: [], imports: [], secrets, parts: clean };
}

/** Removes markers that a renderer would remove from the middle of a word. */
function withoutMarkup(text: string): string {
  return text.replace(/\*+|~~|`+|\\(?=[_*~`-])|<\/?[A-Za-z]+>/g, '');
}

function refusePrivateKeys(text: string, found: readonly SecretFinding[]): void {
  const key = found.find(({ kind }) => kind === 'private_key');
  if (key === undefined) return;
  throw new AppError(
    'secret_refused',
    `Expected a memory file without private keys, received one with a private key (line ${lineAt(text, key.start)})`,
  );
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

function isMemoryFile({ fields }: FileFields): boolean {
  const { metadata } = fields;
  const type = fields.type ?? (typeof metadata === 'object' && metadata !== null && 'type' in metadata);
  return textField(fields.name) !== null && Boolean(type);
}

/** Fields that limit a rule to certain files. */
const scopeFields = ['globs', 'paths', 'applyTo', 'glob'];
/** The last three fields decide when a tool shows a file; they are ignored. */
const understoodFields = new Set([
  ...scopeFields,
  'name',
  'title',
  'description',
  'tags',
  'alwaysApply',
  'trigger',
  'excludeAgent',
]);
const everything = /^\*\*?(?:\/\*\*?)?$/;
/** A description up to this length is a heading; a longer description is a statement. */
const MAX_DESCRIPTION_HEADING = 120;

/** A sentence that some tools write at the start of each file. */
const boilerplate = /^This file provides guidance to .{1,80} when working with code in this repository\.?$/i;

function rulesOf({ fields, body }: FileFields, root: Root, hasImports: boolean): RawStatement[] {
  const statements = collectStatements(body, root).filter(
    ({ text }) => !(hasImports && onlyImports(text)) && !boilerplate.test(text),
  );
  const description = textField(fields.description);
  const others = otherFields(fields, understoodFields);
  const own: RawStatement[] = [];
  const isHeading =
    description !== null && description.length <= MAX_DESCRIPTION_HEADING && statements.length > 0;
  if (description !== null && !isHeading) own.push(fromFrontmatter(description));
  if (others !== null) own.push(fromFrontmatter(others));
  const outer = [textField(fields.title) ?? textField(fields.name), isHeading ? description : null].filter(
    (heading) => heading !== null,
  );
  return [...own, ...statements].map((each) => ({
    ...each,
    headings: [...outer, ...withoutFileTitle(each.headings)],
  }));
}

function fromFrontmatter(text: string): RawStatement {
  return { headings: [], leadIn: null, text, line: 1, form: 'prose' };
}

/** Titles that describe the file instead of its subject. */
const fileTitle =
  /^(?:(?:claude|agents?|gemini|codex|cursor|copilot|windsurf|cline|ai|llm|coding|project|repository|repo|user|global|my|custom|general|added)\b(?:\.local|\.override)?(?:\.md)?[\s:—–-]*)*(?:memory|memories|rules?|instructions?|guidelines?|guidance|guide|notes|configuration|preferences|context|file)?$/i;

function withoutFileTitle(headings: readonly string[]): readonly string[] {
  return headings.length > 0 && fileTitle.test(headings[0]!) ? headings.slice(1) : headings;
}

/** If there are more headings, only the outermost and the nearest are used. */
const MAX_HEADINGS = 6;
const MAX_HEADING_LENGTH = 200;

/** Formats whose statements are rules if no pattern matches. */
const ruleFormats: ReadonlySet<ForeignFormat> = new Set([
  'cursor-rules',
  'copilot-instructions',
  'windsurf-rules',
]);

function toStatement({ fields }: FileFields, format: ForeignFormat) {
  const otherwise = ruleFormats.has(format) ? 'preference' : 'fact';
  const scope = scopeFields
    .flatMap((name) => textList(fields[name]))
    .filter((glob) => !everything.test(glob));
  const ownTags = textList(fields.tags);
  return (raw: RawStatement): ForeignStatement => {
    const headings =
      raw.headings.length > MAX_HEADINGS
        ? [raw.headings[0]!, ...raw.headings.slice(1 - MAX_HEADINGS)]
        : raw.headings;
    const names = [
      ...headings.map((heading) => shortened(heading, MAX_HEADING_LENGTH)),
      ...(raw.leadIn === null ? [] : [raw.leadIn]),
    ];
    const above = [
      ...(scope.length > 0 ? [`For ${scope.join(', ')}`] : []),
      // Skips a sentence that only repeats its heading, and a heading that only repeats the description.
      ...names.filter((name, i) => name.toLowerCase() !== names[i - 1]?.toLowerCase()),
    ].join(' > ');
    const isNote = isVault(format);
    return {
      content: under(above, marked(raw)),
      type: (isNote ? observedType(raw.text) : null) ?? inferType(raw, otherwise),
      tags: tagsOf([...headings, ...ownTags, ...(isNote ? inlineTags(raw.text) : [])]),
      line: raw.line,
      occurredAt: null,
    };
  };
}

function marked({ text, form }: RawStatement): string {
  if (form === 'task') return `To do: ${text}`;
  return form === 'done' ? `Done: ${text}` : text;
}

/** Formats "Testing > Integration: text". A block starts on the next line. */
function under(above: string, text: string): string {
  if (above === '') return text;
  return /^(?:```|- |\d+\. |\| )/.test(text) ? `${above}:\n${text}` : `${above}: ${text}`;
}

function withinLimit(statement: ForeignStatement, maxBytes: number): ForeignStatement[] {
  return splitText(statement.content, maxBytes).map((content) => ({ ...statement, content }));
}
