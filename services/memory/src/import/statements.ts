import type { Heading, Html, List, ListItem, Nodes, Paragraph, Root, Table } from 'mdast';
import { linesInsideElements, type SectionTag, takeSectionTags, withoutComments } from './html-tags.js';
import { isProcedure, type LineStatement, lineStatements } from './line-statements.js';
import {
  blockText,
  inlineLines,
  isDecoration,
  joinBlocks,
  type MarkdownSource,
  markdownSource,
  parseMarkdown,
  textWithDefinitions,
} from './markdown-text.js';

/** A statement of a memory file. */
export interface RawStatement {
  /** The headings above it, the outermost first. */
  headings: readonly string[];
  /**
   * The sentence before the statement, without its colon ("Never do the following"). It can reverse the
   * meaning.
   */
  leadIn: string | null;
  text: string;
  /** Line number, from 1. */
  line: number;
  form: 'prose' | 'task' | 'done' | 'procedure' | 'code' | 'row';
}

/** In characters, about two windows of the model. A longer statement is split if it has parts. */
const LONG_STATEMENT = 4_000;
/** In characters. A shorter paragraph directly before code announces it, even without a colon. */
const MAX_ANNOUNCEMENT = 200;
/** Maximum length in characters of a bold line that counts as a heading. */
const MAX_TITLE = 80;
const BOLD_HEADING_DEPTH = 7;

/** Returns the statements of a Markdown text in order. `parsed` is the parsed text. */
export function collectStatements(markdown: string, parsed: Root): RawStatement[] {
  const { text, tags } = takeSectionTags(markdown, parsed);
  const root = tags.size === 0 ? parsed : parseMarkdown(text);
  const section = new Section(markdownSource(text, root), tags);
  section.walk(root.children, null);
  section.end();
  return section.statements.sort((a, b) => a.line - b.line);
}

interface OpenHeading {
  depth: number;
  text: string;
  line: number;
  /** Whether a statement was found under the heading. */
  used: boolean;
}

/** Walks blocks and tracks the headings above them. */
class Section {
  readonly statements: RawStatement[] = [];
  readonly #source: MarkdownSource;
  readonly #tags: ReadonlyMap<number, SectionTag>;
  readonly #headings: OpenHeading[] = [];
  /** Open tags of the author. */
  readonly #openTags: SectionTag[] = [];
  /** Number of headings outside of the current quote or item: headings inside cannot close them. */
  #outer = 0;

  constructor(source: MarkdownSource, tags: ReadonlyMap<number, SectionTag>) {
    this.#source = source;
    this.#tags = tags;
  }

  walk(blocks: readonly Nodes[], leadIn: string | null): void {
    const content = blocks.filter((block) => this.#tagAt(block) || !isDecoration(block, this.#source));
    for (let i = 0; i < content.length; i++) {
      const block = content[i]!;
      const next = content[i + 1];
      const tag = this.#tagAt(block);
      if (tag) {
        this.#tag(tag);
        continue;
      }
      if (block.type === 'heading' && !this.#isUnderlinedParagraph(block)) {
        this.#open(block.depth, headingText(this.#text(block)), lineOf(block));
      } else if (block.type === 'paragraph' && this.#isBoldHeading(block, next)) {
        this.#open(BOLD_HEADING_DEPTH, headingText(boldText(this.#text(block))), lineOf(block));
      } else if (block.type === 'paragraph' || block.type === 'heading' || block.type === 'html') {
        if (this.#lines(block, next, leadIn)) i++;
      } else this.#block(block, leadIn);
    }
  }

  /** `===` below several lines is meant as a separator, not as a heading marker. */
  #isUnderlinedParagraph({ position }: Heading): boolean {
    return position !== undefined && position.end.line - position.start.line > 1;
  }

  /**
   * Adds the statements of some lines. Returns whether the last one announced and consumed the next block.
   */
  #lines(block: Paragraph | Heading | Html, next: Nodes | undefined, outerLeadIn: string | null): boolean {
    const statements =
      block.type === 'html' ? htmlStatements(block) : lineStatements(inlineLines(block, this.#source));
    let leadIn = outerLeadIn;
    const last = statements.pop();
    for (const { text, line, announces } of statements) {
      if (announces) leadIn = [outerLeadIn, text.replace(/[:：]$/, '')].filter(Boolean).join(': ');
      else this.#add(block, text, leadIn, 'prose', line);
    }
    if (last === undefined) return false;
    const isAnnouncement = this.#announces(block, last, next);
    if (isAnnouncement) this.#announced(block, last, next!, leadIn);
    else this.#add(block, last.text, leadIn, 'prose', last.line);
    return isAnnouncement;
  }

  /** Walks the blocks of a quote or an item; its headings and tags end with it. */
  #walkInside(blocks: readonly Nodes[], leadIn: string | null): void {
    const outer = this.#outer;
    const tags = this.#openTags.length;
    this.#outer = this.#headings.length;
    this.walk(blocks, leadIn);
    this.#close(0);
    this.#openTags.length = Math.min(tags, this.#openTags.length);
    this.#outer = outer;
  }

  /** Closes all headings. A heading without content becomes a statement. */
  end(): void {
    this.#close(0);
  }

  #block(block: Nodes, leadIn: string | null): void {
    if (block.type === 'list') this.#list(block, leadIn);
    else if (block.type === 'table') this.#table(block, leadIn);
    else if (block.type === 'blockquote') this.#walkInside(block.children, leadIn);
    else this.#add(block, this.#text(block), leadIn, block.type === 'code' ? 'code' : 'prose');
  }

  /** Returns whether a line announces the block that follows it. */
  #announces(block: Nodes, { text }: LineStatement, next: Nodes | undefined): boolean {
    if (block.type === 'html') return false;
    if (next === undefined || !['list', 'code', 'table', 'blockquote'].includes(next.type)) return false;
    if (announcementEnd.test(text)) return true;
    if (next.type === 'code') return text.length <= MAX_ANNOUNCEMENT;
    const isTitle = text.length <= MAX_TITLE && !sentenceEnd.test(text);
    return next.type === 'list' && isTitle && next.position?.start.line === block.position!.end.line + 1;
  }

  #announced(block: Nodes, { text, line }: LineStatement, next: Nodes, outerLeadIn: string | null): void {
    if (next.type === 'code') {
      this.#add(block, `${text}\n${this.#text(next)}`, outerLeadIn, 'code', line);
      return;
    }
    // Only the last sentence announces the block; the text before it is a separate statement.
    const [, before, announcement] = /^([\s\S]*[.!?]\s+)?([\s\S]+?)$/.exec(text)!;
    if (before !== undefined) this.#add(block, before.trim(), outerLeadIn, 'prose', line);
    const leadIn = textWithDefinitions([block], announcement!.replace(announcementEnd, '$1'), this.#source);
    this.#block(next, [outerLeadIn, leadIn].filter(Boolean).join(': '));
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
    // `__init__` is a name.
    return text.startsWith('**') && text.length <= MAX_TITLE && !sentenceEnd.test(text);
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
    else {
      const above = textWithDefinitions([first], head.replace(announcementEnd, '$1'), this.#source);
      this.#walkInside(rest, [leadIn, above].filter(Boolean).join(': '));
    }
  }

  /** Adds a statement for each row, with the column names before the values. */
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

  /** Tags of the author become headings of their content. */
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
      // One or two words are an empty section; more words are information.
      if (!used && (text.split(/\s+/).length >= 3 || isMeaningful.test(text))) {
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

  #add(
    node: Nodes,
    text: string,
    leadIn: string | null,
    form: RawStatement['form'],
    line = lineOf(node),
  ): void {
    if (text === '') return;
    this.#use();
    const content = text.replace(
      /^\[!(\w)(\w+)\]\s*/,
      (_, first: string, rest: string) => `${first}${rest.toLowerCase()}: `,
    );
    const complete = textWithDefinitions([node], content, this.#source);
    this.statements.push({ headings: this.#path(), leadIn, text: complete, line, form });
  }

  #text(node: Nodes): string {
    return node.type === 'listItem' ? joinBlocks(node.children, this.#source) : blockText(node, this.#source);
  }
}

/** Matches a pattern, a path or a name in code, or a sentence in a script without blanks. */
const isMeaningful =
  /[*_\\/~<>=$^|{}()[\]#@`]|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]{5}/u;
const sentenceEnd = /[.!?](?:\*\*|__|[*_])?$/;
const announcementEnd = /[:：]((?:\*\*|__|[*_])?)$/;

/** Removes the markers around `**Testing:**`. */
function boldText(text: string): string {
  return text.replace(/^\*\*((?:(?!\*\*)[\s\S])*)\*\*\s*:?$/, '$1');
}

function headingText(text: string): string {
  return boldText(text)
    .replace(/\s+/g, ' ')
    .replace(/^(?:\p{Extended_Pictographic}\uFE0F?\s*)+/u, '')
    .replace(/^\d+(?:\.\d+)*[.)]\s+/, '')
    .replace(/(?<![.:])[.:]$/, '')
    .trim();
}

/** Reads an HTML block. Lines outside of its element are ordinary lines, unlike in CommonMark. */
function htmlStatements({ value, position }: Html): LineStatement[] {
  const start = position?.start.line ?? 1;
  const lines = withoutComments(value)
    .split('\n')
    .map((text) => text.trim());
  const inside = linesInsideElements(lines);
  return lineStatements(
    lines.map((text, i) => ({ text, line: start + i, indent: 0, isInsideMarkup: inside[i]! })),
  );
}

function lineOf(node: Nodes): number {
  return node.position?.start.line ?? 1;
}
