import type { Heading, List, ListItem, Nodes, Paragraph, Root, Table } from 'mdast';
import { type SectionTag, takeSectionTags } from './html-tags.js';
import {
  blockText,
  collectReferences,
  inlineText,
  isDecoration,
  joinBlocks,
  parseMarkdown,
  type References,
} from './markdown-text.js';
import { isProcedure } from './procedure.js';

/** One thing a memory file says. */
export interface RawStatement {
  /** The headings above it, outermost first. */
  headings: readonly string[];
  /** The sentence that announces it ("Never do the following"), without its colon; without it its sense may turn. */
  leadIn: string | null;
  text: string;
  /** From 1. */
  line: number;
  form: 'prose' | 'task' | 'done' | 'procedure' | 'code' | 'row';
}

/** A statement longer than this is split where it has parts of its own, in characters: about two windows of the model. */
const LONG_STATEMENT = 4_000;
/** A short paragraph right before code announces it, even without a colon. In characters. */
const MAX_ANNOUNCEMENT = 200;
/** A bold line above other text, or a line right above a list, is meant as a heading up to this length. */
const MAX_TITLE = 80;
const BOLD_HEADING_DEPTH = 7;

/** What a Markdown text says, statement by statement, in its order. `parsed` is the text as Markdown. */
export function collectStatements(markdown: string, parsed: Root): RawStatement[] {
  const { text, tags } = takeSectionTags(markdown, parsed);
  const root = tags.size === 0 ? parsed : parseMarkdown(text);
  const references = collectReferences(root);
  const section = new Section(references, tags);
  section.walk(root.children, null);
  for (const footnote of references.footnotes.values()) {
    if (!references.shown.has(footnote.identifier)) section.walk(footnote.children, null);
  }
  section.end();
  return section.statements.sort((a, b) => a.line - b.line);
}

interface OpenHeading {
  depth: number;
  text: string;
  line: number;
  /** Something was said under it. */
  used: boolean;
}

/** Walks blocks with the headings above them in hand. */
class Section {
  readonly statements: RawStatement[] = [];
  readonly #references: References;
  readonly #tags: ReadonlyMap<number, SectionTag>;
  readonly #headings: OpenHeading[] = [];
  /** The author's own tags that are open. */
  readonly #openTags: SectionTag[] = [];
  /** How many headings stand outside of the quote or item that is being walked: those inside cannot close them. */
  #outer = 0;

  constructor(references: References, tags: ReadonlyMap<number, SectionTag>) {
    this.#references = references;
    this.#tags = tags;
  }

  walk(blocks: readonly Nodes[], leadIn: string | null): void {
    const said = blocks.filter((block) => this.#tagAt(block) || !isDecoration(block, this.#references));
    for (let i = 0; i < said.length; i++) {
      const block = said[i]!;
      const next = said[i + 1];
      const tag = this.#tagAt(block);
      if (tag) {
        this.#tag(tag);
        continue;
      }
      if (block.type === 'heading') this.#open(block.depth, this.#headingText(block), lineOf(block));
      else if (block.type === 'paragraph') {
        if (this.#isBoldHeading(block, next)) {
          this.#open(BOLD_HEADING_DEPTH, this.#headingText(block), lineOf(block));
        } else if (this.#announces(block, next)) {
          this.#announced(block, next!, leadIn);
          i++;
        } else this.#add(block, this.#text(block), leadIn, 'prose');
      } else this.#block(block, leadIn);
    }
  }

  /** What stands in a quote or an item: its headings and tags end with it. */
  #walkInside(blocks: readonly Nodes[], leadIn: string | null): void {
    const outer = this.#outer;
    const tags = this.#openTags.length;
    this.#outer = this.#headings.length;
    this.walk(blocks, leadIn);
    this.#close(0);
    this.#openTags.length = Math.min(tags, this.#openTags.length);
    this.#outer = outer;
  }

  /** Headings without anything under them say what they say. */
  end(): void {
    this.#close(0);
  }

  #block(block: Nodes, leadIn: string | null): void {
    if (block.type === 'list') this.#list(block, leadIn);
    else if (block.type === 'table') this.#table(block, leadIn);
    else if (block.type === 'blockquote') this.#walkInside(block.children, leadIn);
    else this.#add(block, this.#text(block), leadIn, block.type === 'code' ? 'code' : 'prose');
  }

  /** Whether a paragraph announces the block that follows it. */
  #announces(paragraph: Paragraph, next: Nodes | undefined): boolean {
    if (next === undefined || !['list', 'code', 'table', 'blockquote'].includes(next.type)) return false;
    const text = this.#text(paragraph);
    if (text.endsWith(':')) return true;
    if (next.type === 'code') return text.length <= MAX_ANNOUNCEMENT;
    const isTitle = text.length <= MAX_TITLE && !/[.!?]$/.test(text);
    return next.type === 'list' && isTitle && next.position?.start.line === paragraph.position!.end.line + 1;
  }

  #announced(paragraph: Paragraph, next: Nodes, outerLeadIn: string | null): void {
    const text = this.#text(paragraph);
    if (next.type === 'code') {
      this.#add(paragraph, `${text}\n${this.#text(next)}`, outerLeadIn, 'code');
      return;
    }
    // Only the last sentence announces; what stands before it is a statement of its own. Cut as ever: an import knows a
    // statement again by its text.
    const [, before, announcement] = /^([\s\S]*[.!?]\s+)?([\s\S]+?):?$/.exec(text)!;
    if (before !== undefined) this.#add(paragraph, before.trim(), outerLeadIn, 'prose');
    this.#block(next, [outerLeadIn, announcement!].filter(Boolean).join(': '));
  }

  #isBoldHeading(paragraph: Paragraph, next: Nodes | undefined): boolean {
    const [only, rest] = paragraph.children.filter(
      (child) => child.type !== 'text' || child.value.trim() !== ':',
    );
    if (
      only?.type !== 'strong' ||
      rest !== undefined ||
      next === undefined ||
      next.type === 'heading' ||
      next.type === 'html'
    )
      return false;
    const text = this.#text(paragraph);
    return text.length <= MAX_TITLE && !/[.!?]$/.test(text);
  }

  #list(list: List, leadIn: string | null): void {
    const text = this.#text(list);
    const items = list.children.map((item) => this.#text(item));
    if (
      list.ordered &&
      text.length <= LONG_STATEMENT &&
      isProcedure(items, [...this.#path(), leadIn ?? ''])
    ) {
      this.#add(list, text, leadIn, 'procedure');
      return;
    }
    for (const item of list.children) this.#item(item, leadIn);
  }

  #item(item: ListItem, leadIn: string | null): void {
    const [first, ...rest] = item.children;
    if (first === undefined) return;
    const head = this.#text(first);
    const whole = [head, ...rest.map((block) => this.#text(block))].filter(Boolean).join('\n');
    const form = typeof item.checked === 'boolean' ? (item.checked ? 'done' : 'task') : 'prose';
    if (whole.length <= LONG_STATEMENT || rest.length === 0) this.#add(item, whole, leadIn, form);
    else this.#walkInside(rest, [leadIn, head.replace(/:$/, '')].filter(Boolean).join(': '));
  }

  /** A row says something by itself once its cells carry the names of their columns. */
  #table(table: Table, leadIn: string | null): void {
    const [head, ...rows] = table.children;
    const names = head?.children.map((cell) => this.#text(cell)) ?? [];
    if (rows.length === 0) this.#add(table, names.filter(Boolean).join('; '), leadIn, 'row');
    for (const row of rows) {
      const cells = row.children.flatMap((cell, i) => {
        const value = this.#text(cell);
        return value === '' ? [] : [names[i] ? `${names[i]}: ${value}` : value];
      });
      if (cells.length > 0) this.#add(row, cells.join('; '), leadIn, 'row');
    }
  }

  #tagAt(block: Nodes): SectionTag | undefined {
    return block.type === 'html' ? this.#tags.get(lineOf(block)) : undefined;
  }

  /** The names of an author's own tags are headings over what they hold. */
  #tag(tag: SectionTag): void {
    if (tag.heading === '') return;
    if (tag.kind === 'open') {
      this.#openTags.push(tag);
      return;
    }
    const opened = this.#openTags.findLastIndex(({ name }) => name === tag.name);
    if (opened >= 0) this.#openTags.length = opened;
  }

  #open(depth: number, text: string, line: number): void {
    this.#close(depth);
    this.#use();
    if (text !== '') this.#headings.push({ depth, text, line, used: false });
  }

  #close(depth: number): void {
    while (this.#headings.length > this.#outer && this.#headings.at(-1)!.depth >= depth) {
      const { text, line, used } = this.#headings.pop()!;
      // One or two words name a place that was left empty; more of them say something.
      if (!used && text.split(/\s+/).length >= 3) {
        this.statements.push({ headings: this.#path(), leadIn: null, text, line, form: 'prose' });
        this.#use();
      }
    }
  }

  #use(): void {
    for (const heading of this.#headings) heading.used = true;
  }

  #path(): string[] {
    return [...this.#headings.map(({ text }) => text), ...this.#openTags.map(({ heading }) => heading)];
  }

  #add(node: Nodes, text: string, leadIn: string | null, form: RawStatement['form']): void {
    if (text === '') return;
    this.#use();
    const said = text.replace(
      /^\[!(\w)(\w+)\]\s*/,
      (_, first: string, rest: string) => `${first}${rest.toLowerCase()}: `,
    );
    this.statements.push({ headings: this.#path(), leadIn, text: said, line: lineOf(node), form });
  }

  #text(node: Nodes): string {
    return node.type === 'listItem'
      ? joinBlocks(node.children, this.#references)
      : blockText(node, this.#references);
  }

  #headingText(node: Heading | Paragraph): string {
    return inlineText(node, this.#references)
      .replace(/^(?:\p{Extended_Pictographic}\uFE0F?\s*)+/u, '')
      .replace(/^\d+(?:\.\d+)*[.)]\s+/, '')
      .replace(/[.:]$/, '')
      .trim();
  }
}

function lineOf(node: Nodes): number {
  return node.position?.start.line ?? 1;
}
