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
  const section = new Section(markdownSource(text, root), tags);
  section.walk(root.children, null);
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
  readonly #source: MarkdownSource;
  readonly #tags: ReadonlyMap<number, SectionTag>;
  readonly #headings: OpenHeading[] = [];
  /** The author's own tags that are open. */
  readonly #openTags: SectionTag[] = [];
  /** How many headings stand outside of the quote or item that is being walked: those inside cannot close them. */
  #outer = 0;

  constructor(source: MarkdownSource, tags: ReadonlyMap<number, SectionTag>) {
    this.#source = source;
    this.#tags = tags;
  }

  walk(blocks: readonly Nodes[], leadIn: string | null): void {
    const said = blocks.filter((block) => this.#tagAt(block) || !isDecoration(block, this.#source));
    for (let i = 0; i < said.length; i++) {
      const block = said[i]!;
      const next = said[i + 1];
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

  /** `===` below several lines is meant to divide, not to make a heading of them. */
  #isUnderlinedParagraph({ position }: Heading): boolean {
    return position !== undefined && position.end.line - position.start.line > 1;
  }

  /** Adds the statements of a block of lines; returns whether the last of them announced the next block, and took it along. */
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

  /** Whether a line announces the block that follows it. */
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
    // Only the last sentence announces; what stands before it is a statement of its own.
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
      if (!used && (text.split(/\s+/).length >= 3 || saysSomething.test(text))) {
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
    const said = text.replace(
      /^\[!(\w)(\w+)\]\s*/,
      (_, first: string, rest: string) => `${first}${rest.toLowerCase()}: `,
    );
    const complete = textWithDefinitions([node], said, this.#source);
    this.statements.push({ headings: this.#path(), leadIn, text: complete, line, form });
  }

  #text(node: Nodes): string {
    return node.type === 'listItem' ? joinBlocks(node.children, this.#source) : blockText(node, this.#source);
  }
}

/** A pattern, a path or a name in code; a sentence in a script without blanks between words. */
const saysSomething =
  /[*_\\/~<>=$^|{}()[\]#@`]|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]{5}/u;
const sentenceEnd = /[.!?](?:\*\*|__|[*_])?$/;
const announcementEnd = /[:：]((?:\*\*|__|[*_])?)$/;

/** `**Testing:**` without the marks around it. */
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

/** CommonMark takes the lines after a tag as HTML: those outside of its element are lines like any other. */
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
