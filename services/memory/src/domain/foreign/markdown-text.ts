import type { Definition, FootnoteDefinition, ListItem, Nodes, Root, Table, TableRow } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { htmlText } from './html-tags.js';

/** GitHub's Markdown: CommonMark with tables, task lists, footnotes and strikethrough. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** What references of a document mean. */
export interface References {
  links: ReadonlyMap<string, Definition>;
  footnotes: ReadonlyMap<string, FootnoteDefinition>;
  /** Footnotes that a text refers to: they are shown there. */
  shown: ReadonlySet<string>;
}

export function collectReferences(root: Root): References {
  const links = new Map<string, Definition>();
  const footnotes = new Map<string, FootnoteDefinition>();
  const shown = new Set<string>();
  const visit = (node: Nodes): void => {
    // The first definition counts, as in CommonMark.
    if (node.type === 'definition' && !links.has(node.identifier)) links.set(node.identifier, node);
    if (node.type === 'footnoteDefinition' && !footnotes.has(node.identifier))
      footnotes.set(node.identifier, node);
    if (node.type === 'footnoteReference') shown.add(node.identifier);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(root);
  return { links, footnotes, shown };
}

/**
 * A block as a text that reads well alone: emphasis is decoration and goes; code, links, strikethrough and the marks of
 * lists are part of what is said and stay.
 */
export function blockText(node: Nodes, references: References): string {
  switch (node.type) {
    case 'code':
      return fenced(node.value, node.lang ?? '', node.meta ?? '');
    case 'html':
      return htmlText(node.value);
    case 'list':
      return node.children
        .map((item, i) => itemText(item, node.ordered ? `${(node.start ?? 1) + i}.` : '-', references))
        .filter(Boolean)
        .join('\n');
    case 'listItem':
      return itemText(node, '-', references);
    case 'table':
      return tableText(node, references);
    case 'blockquote':
    case 'footnoteDefinition':
    case 'root':
      return joinBlocks(node.children, references);
    case 'thematicBreak':
    case 'definition':
      return '';
    default:
      return inlineText(node, references);
  }
}

export function joinBlocks(nodes: readonly Nodes[], references: References): string {
  return nodes
    .map((node) => blockText(node, references))
    .filter(Boolean)
    .join('\n\n');
}

/** What stands in a paragraph, a heading or a cell, on one line where the author did not break it on purpose. */
export function inlineText(node: Nodes, references: References): string {
  return inline(node, references, 0)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

/** A footnote may refer to itself. */
const MAX_FOOTNOTE_DEPTH = 2;

function inline(node: Nodes, references: References, footnoteDepth: number): string {
  const children = () =>
    'children' in node ? node.children.map((child) => inline(child, references, footnoteDepth)).join('') : '';
  switch (node.type) {
    case 'text':
      return node.value.replace(/(?<!\s)\s*\n\s*/g, ' ');
    case 'inlineCode': {
      const value = node.value.replace(/\n/g, ' ');
      return value.includes('`') ? `\`\` ${value} \`\`` : `\`${value}\``;
    }
    case 'break':
      return '\n';
    case 'delete':
      return `~~${children()}~~`;
    case 'link':
      return withAddress(children(), node.url);
    case 'linkReference':
      return withAddress(children(), references.links.get(node.identifier)?.url ?? '');
    case 'image':
      return withAddress(node.alt ?? '', node.url);
    case 'imageReference':
      return withAddress(node.alt ?? '', references.links.get(node.identifier)?.url ?? '');
    case 'footnoteReference': {
      const definition = references.footnotes.get(node.identifier);
      if (definition === undefined || footnoteDepth >= MAX_FOOTNOTE_DEPTH) return '';
      const text = definition.children.map((child) => inline(child, references, footnoteDepth + 1)).join(' ');
      return ` (${text.trim()})`;
    }
    case 'html':
      return htmlText(node.value);
    default:
      return children();
  }
}

function withAddress(label: string, url: string): string {
  const bare = url.replace(/^mailto:/, '');
  if (label === '' || label === bare || `http://${label}` === url) return bare;
  // An anchor of the same document leads nowhere from here.
  return bare === '' || bare.startsWith('#') ? label : `${label} (${bare})`;
}

function fenced(value: string, lang: string, meta: string): string {
  const longest = Math.max(2, ...(value.match(/`{3,}/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${[lang, meta].filter(Boolean).join(' ')}\n${value}\n${fence}`;
}

function itemText(item: ListItem, mark: string, references: References): string {
  const task = typeof item.checked === 'boolean' ? (item.checked ? '[x] ' : '[ ] ') : '';
  const indent = ' '.repeat(mark.length + 1);
  const blocks = item.children.map((child) => blockText(child, references)).filter(Boolean);
  if (blocks.length === 0) return '';
  return `${mark} ${task}${blocks.join('\n').replace(/\n(?=[^\n])/g, `\n${indent}`)}`;
}

function tableText(table: Table, references: References): string {
  const row = (cells: TableRow) =>
    `| ${cells.children.map((cell) => inlineText(cell, references)).join(' | ')} |`;
  const [head, ...rows] = table.children;
  if (head === undefined) return '';
  return [row(head), `|${' --- |'.repeat(head.children.length)}`, ...rows.map(row)].join('\n');
}

/** Blocks that only decorate: rules, empty blocks, rows of badges. */
export function isDecoration(node: Nodes, references: References): boolean {
  // A footnote is said where it is referred to, or at the end.
  if (node.type === 'footnoteDefinition') return true;
  if (node.type === 'paragraph' && node.children.every(isBadgeOrSpace)) return true;
  return blockText(node, references) === '';
}

function isBadgeOrSpace(node: Nodes): boolean {
  if (node.type === 'text') return node.value.trim() === '';
  if (node.type === 'link') return node.children.every(isBadgeOrSpace) && node.children.length > 0;
  return node.type === 'break' || (node.type === 'image' && /badge|shields/i.test(node.url));
}
