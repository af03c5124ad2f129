import type { Definition, FootnoteDefinition, ListItem, Nodes, Root, Table, TableRow } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { withoutComments } from './html-tags.js';

/** GitHub's Markdown: CommonMark with tables, task lists, footnotes and strikethrough. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** A parsed Markdown text with the facts that reading the source of its blocks needs. */
export interface MarkdownSource {
  text: string;
  links: ReadonlyMap<string, Definition>;
  footnotes: ReadonlyMap<string, FootnoteDefinition>;
  /** Definitions and footnotes that a text refers to: they are shown with that text. */
  referenced: ReadonlySet<Nodes>;
  /** Number of block quotes around each block that is inside one. */
  quoteDepths: ReadonlyMap<Nodes, number>;
}

/** Describes a text; `root` is the same text as Markdown. */
export function markdownSource(text: string, root: Root): MarkdownSource {
  const links = new Map<string, Definition>();
  const footnotes = new Map<string, FootnoteDefinition>();
  const quoteDepths = new Map<Nodes, number>();
  const collect = (node: Nodes, depth: number): void => {
    if (depth > 0) quoteDepths.set(node, depth);
    // The first definition counts, as in CommonMark.
    if (node.type === 'definition' && !links.has(node.identifier)) links.set(node.identifier, node);
    if (node.type === 'footnoteDefinition' && !footnotes.has(node.identifier))
      footnotes.set(node.identifier, node);
    const inner = node.type === 'blockquote' ? depth + 1 : depth;
    if ('children' in node) for (const child of node.children) collect(child, inner);
  };
  collect(root, 0);
  const referenced = new Set<Nodes>();
  const refer = (node: Nodes): void => {
    // Statements show the text of headings without its definitions.
    if (node.type === 'heading') return;
    const definition = definitionOf(node, { links, footnotes });
    if (definition !== undefined) referenced.add(definition);
    if ('children' in node) for (const child of node.children) refer(child);
  };
  refer(root);
  return { text, links, footnotes, referenced, quoteDepths };
}

function definitionOf(
  node: Nodes,
  { links, footnotes }: Pick<MarkdownSource, 'links' | 'footnotes'>,
): Definition | FootnoteDefinition | undefined {
  if (node.type === 'linkReference' || node.type === 'imageReference') return links.get(node.identifier);
  return node.type === 'footnoteReference' ? footnotes.get(node.identifier) : undefined;
}

/** Returns the text of blocks, followed by the definitions of its links and footnotes. */
export function textWithDefinitions(blocks: readonly Nodes[], text: string, source: MarkdownSource): string {
  const shown = new Set<Nodes>();
  const visit = (node: Nodes): void => {
    const definition = definitionOf(node, source);
    const isPartOfText = shown.size > 0 || text.includes(definition?.label ?? '');
    if (definition !== undefined && isPartOfText && !shown.has(definition) && !blocks.includes(definition)) {
      shown.add(definition);
      visit(definition);
    }
    if ('children' in node) for (const child of node.children) visit(child);
  };
  for (const block of blocks) visit(block);
  return [text, ...Array.from(shown, (definition) => definitionText(definition, source))].join('\n');
}

function definitionText(node: Nodes, source: MarkdownSource): string {
  if (node.type !== 'footnoteDefinition') return sliced(node, source);
  const [mark] = /^\[\^(?:\\.|[^\]\\])*\]:/.exec(sliced(node, source)) ?? [''];
  return `${mark} ${joinBlocks(node.children, source)}`.trim();
}

/**
 * Returns the source of a block without the markers and indentation of the lists and quotes around it. Tools
 * read their files as plain text, so an apparent emphasis or escape can be a pattern, a name or a product.
 * Comments are removed.
 */
export function blockText(node: Nodes, source: MarkdownSource): string {
  switch (node.type) {
    case 'code':
      return fenced(node.value, node.lang ?? '', node.meta ?? '');
    case 'html':
      return withoutComments(node.value).trim();
    case 'list': {
      const marks = node.children.map((item) => /^\d+[.)]/.exec(sliced(item, source))?.[0] ?? '-');
      const counted = new Set(marks).size < marks.length;
      return node.children
        .map((item, i) =>
          itemText(item, node.ordered && counted ? `${(node.start ?? 1) + i}.` : marks[i]!, source),
        )
        .filter(Boolean)
        .join('\n');
    }
    case 'listItem':
      return itemText(node, '-', source);
    case 'table':
      return tableText(node, source);
    case 'blockquote':
    case 'root':
      return joinBlocks(node.children, source);
    case 'footnoteDefinition':
    case 'definition':
      return definitionText(node, source);
    case 'thematicBreak':
      return '';
    default:
      return inlineText(node, source);
  }
}

export function joinBlocks(nodes: readonly Nodes[], source: MarkdownSource): string {
  return nodes
    .filter((node) => !source.referenced.has(node))
    .map((node) => blockText(node, source))
    .filter(Boolean)
    .join('\n\n');
}

/** Returns the source of a block on one line, except for line breaks that the author intended. */
function inlineText(node: Nodes, source: MarkdownSource): string {
  return joinLines(inlineLines(node, source).map(({ text }) => text));
}

/** Joins wrapped lines. A backslash or two blanks at the end are an intended line break. */
export function joinLines(lines: readonly string[]): string {
  return lines
    .map((line, i) => {
      if (i === lines.length - 1) return line.trimEnd();
      return line.trimEnd() + (line.endsWith('\\') || line.endsWith('  ') ? '\n' : ' ');
    })
    .join('')
    .trim();
}

/** A line of a paragraph. */
export interface SourceLine {
  /** The line without indentation and quote markers; trailing blanks stay. */
  text: string;
  /** Line number, from 1. */
  line: number;
  /** Number of blanks before the text, after the quote markers. */
  indent: number;
  /** Whether a code span, a link or other markup continues from the line before. */
  isInsideMarkup: boolean;
}

/** Emphasis is not included, because apparent emphasis can be a product or a pattern. */
const indivisible: ReadonlySet<string> = new Set(['inlineCode', 'link', 'linkReference', 'image', 'html']);

/** Returns the lines of a paragraph, a heading or a cell. */
export function inlineLines(node: Nodes, source: MarkdownSource): SourceLine[] {
  const children = 'children' in node ? node.children : [];
  const [start, end] = [children[0]?.position?.start, children.at(-1)?.position?.end];
  if (start?.offset === undefined || end?.offset === undefined) return [];
  const spanned = new Set<number>();
  let text = '';
  let at = start.offset;
  const cut = (child: Nodes): void => {
    const { position } = child;
    if (position === undefined) return;
    if (child.type === 'html') {
      const remaining = withoutComments(child.value);
      if (remaining === child.value) return;
      text += source.text.slice(at, position.start.offset) + remaining;
      at = position.end.offset!;
    }
    if ('children' in child) for (const inner of child.children) cut(inner);
  };
  for (const child of children) {
    cut(child);
    if (!indivisible.has(child.type)) continue;
    for (let line = child.position!.start.line + 1; line <= child.position!.end.line; line++)
      spanned.add(line);
  }
  text += source.text.slice(at, end.offset);
  const quotes = source.quoteDepths.get(node) ?? 0;
  return text.split('\n').map((written, i) => {
    const unquoted = i === 0 ? written : withoutQuoteMarks(written, quotes);
    const bare = unquoted.replace(/^[ \t]+/, '');
    return {
      text: bare,
      line: start.line + i,
      indent: i === 0 ? 0 : unquoted.length - bare.length,
      isInsideMarkup: spanned.has(start.line + i),
    };
  });
}

/** Removes at most `quotes` markers: a line can continue a quote without them. */
function withoutQuoteMarks(line: string, quotes: number): string {
  let rest = line;
  for (let i = 0; i < quotes; i++) {
    const [mark] = /^[ \t]*>[ \t]?/.exec(rest) ?? [];
    if (mark === undefined) break;
    rest = rest.slice(mark.length);
  }
  return rest;
}

function sliced({ position }: Nodes, { text }: MarkdownSource): string {
  return position === undefined ? '' : text.slice(position.start.offset, position.end.offset);
}

function fenced(value: string, lang: string, meta: string): string {
  const longest = Math.max(2, ...(value.match(/`{3,}/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${[lang, meta].filter(Boolean).join(' ')}\n${value}\n${fence}`;
}

function itemText(item: ListItem, mark: string, source: MarkdownSource): string {
  const task = typeof item.checked === 'boolean' ? (item.checked ? '[x] ' : '[ ] ') : '';
  const indent = ' '.repeat(mark.length + 1);
  const blocks = item.children.map((child) => blockText(child, source)).filter(Boolean);
  if (blocks.length === 0) return '';
  return `${mark} ${task}${blocks.join('\n').replace(/\n(?=[^\n])/g, `\n${indent}`)}`;
}

function tableText(table: Table, source: MarkdownSource): string {
  const row = (cells: TableRow) =>
    `| ${cells.children.map((cell) => inlineText(cell, source)).join(' | ')} |`;
  const [head, ...rows] = table.children;
  if (head === undefined) return '';
  return [row(head), `|${' --- |'.repeat(head.children.length)}`, ...rows.map(row)].join('\n');
}

/** Returns whether a block is decoration: a thematic break, badges, definitions, or an empty block. */
export function isDecoration(node: Nodes, source: MarkdownSource): boolean {
  if (source.referenced.has(node)) return true;
  // `[//]: # (a note)` is the usual way to write a comment.
  if (node.type === 'definition') return /^#?$/.test(node.url);
  if (node.type === 'paragraph' && node.children.every(isBadgeOrSpace)) return true;
  return blockText(node, source) === '';
}

function isBadgeOrSpace(node: Nodes): boolean {
  if (node.type === 'text') return node.value.trim() === '';
  if (node.type === 'link') return node.children.every(isBadgeOrSpace) && node.children.length > 0;
  return node.type === 'break' || (node.type === 'image' && /badge|shields/i.test(node.url));
}
