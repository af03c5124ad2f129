import { type CleanText, cleanText } from './clean-text.js';
import { entityAt } from './html-entities.js';
import type { Language } from './language.js';
import { unsaidOfMarkdown } from './markdown-links.js';
import data from './markup.json' with { type: 'json' };
import { attribute, closedElements, type Markup, markupAt, REASONING, shortElement } from './markup-tags.js';
import { type Cut, DEFAULT_PAUSE_MS, pauseMarkAt, pauseTime } from './pause-marks.js';
import { matchAt, type Piece, type Reading } from './reading.js';

/** A text without its markup, and the effects of the markup. */
export interface PlainText {
  readonly clean: CleanText;
  /** Cuts in order. */
  readonly cuts: readonly Cut[];
  /** Fixed readings by their start in `clean`. */
  readonly fixed: ReadonlyMap<number, Reading>;
  readonly notes: readonly string[];
}

type Tag = Markup & { kind: 'tag' };

const BREAKS: Readonly<Record<string, number>> = {
  none: 0,
  'x-weak': 100,
  weak: 250,
  medium: DEFAULT_PAUSE_MS,
  strong: 1000,
  'x-strong': 1500,
};
/** Elements that are paragraphs. */
const PARAGRAPHS = new Set(data.paragraphs);
/** Elements that end a sentence at both tags. */
const BLOCKS = new Set(data.blocks);
/** Elements that may be inside a word. */
const INLINE = new Set(data.inline);
/** SSML elements that the voices ignore. */
const NOT_FOLLOWED =
  /^(?:prosody|emphasis|voice|lang|audio|lookup|lexicon|media|(?:amazon|mstts|google|apple|ibm):.*)$/;
const FENCE =
  /(?:'{3,20}(?!')|~{3,20}(?!~))[^\S\n]{0,3}[\w+#.-]{0,40}(?:[^\S\n]{0,3}\{[^{}\n]{0,200}\}|[^\S\n]{1,3}\w{1,20}=[^'~\n]{0,200})?[^\S\n]{0,20}(?=\n|$)/y;
const RAISED: Readonly<Record<string, string>> = Object.fromEntries(
  [...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((raised, i) => [String(i), raised]),
);

/**
 * Removes tags of SSML, HTML and XML, entities, and links, images, task boxes and fences of Markdown from a
 * text. Their content stays, and every unit keeps its place in the given text. Takes linear time.
 */
export function stripMarkup(given: string, language: Language): PlainText {
  return new Stripper(given, cleanText(given), language).strip();
}

class Stripper {
  private text = '';
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly cuts: Cut[] = [];
  private readonly fixed = new Map<number, Reading>();
  private readonly notes: string[] = [];
  private readonly notFollowed = new Set<string>();
  /** Whether a tag was read: letters on both sides of it are two words. */
  private isBoundary = false;

  constructor(
    private readonly given: string,
    private readonly source: CleanText,
    private readonly language: Language,
  ) {}

  strip(): PlainText {
    const { text } = this.source;
    const unsaid = unsaidOfMarkdown(text);
    const closings = text.includes('</') ? closedElements(text) : new Set<string>();
    for (let at = 0; at < text.length; ) at = this.step(at, unsaid, closings);
    if (this.notFollowed.size > 0)
      this.notes.push(
        `The voice does not follow ${[...this.notFollowed].map((name) => `<${name}>`).join(', ')}: the text inside is spoken in its usual way`,
      );
    const clean = {
      text: this.text,
      starts: Uint32Array.from(this.starts),
      ends: Uint32Array.from(this.ends),
    };
    return { clean, cuts: this.cuts, fixed: this.fixed, notes: this.notes };
  }

  /** Reads the markup or character at a place and returns the next place. */
  private step(
    at: number,
    unsaid: ReadonlyMap<number, number>,
    closings: ReadonlySet<string> | undefined,
  ): number {
    const { text } = this.source;
    const skipped = unsaid.get(at);
    if (skipped !== undefined) return skipped;
    switch (text[at]) {
      case '<':
        return this.readMarkup(at, markupAt(text, at, closings));
      case '&': {
        const entity = entityAt(text, at);
        if (entity === undefined) break;
        this.write(entity.character, at, entity.end);
        return entity.end;
      }
      case '[': {
        const pause = pauseMarkAt(text, at);
        if (pause === undefined) break;
        this.pause(pause.pauseMs);
        return pause.end;
      }
      case "'":
      case '~': {
        const fence = this.fenceAt(at);
        if (fence === undefined) break;
        return fence;
      }
    }
    this.copy(at, at + 1);
    return at + 1;
  }

  private fenceAt(at: number): number | undefined {
    const { text, starts } = this.source;
    if (text[at] === "'" && this.given[starts[at]!] !== '`') return undefined;
    const fence = matchAt(FENCE, text, at);
    const isLineStart = /(?:^|\n)[ >]{0,8}$/.test(text.slice(Math.max(0, at - 9), at));
    return fence !== null && isLineStart ? at + fence[0].length : undefined;
  }

  private readMarkup(at: number, markup: ReturnType<typeof markupAt>): number {
    const { text } = this.source;
    if (markup === 'open') return this.readUnclosed(at);
    if (markup === undefined) {
      this.copy(at, at + 1);
      return at + 1;
    }
    switch (markup.kind) {
      case 'hidden':
        this.isBoundary = true;
        return markup.end;
      case 'literal':
        this.isBoundary = true;
        this.copy(markup.from, markup.to);
        return markup.end;
      case 'tag':
        return this.readTag(text, at, markup);
    }
  }

  /**
   * Reads markup without an end. Unfinished reasoning is not spoken; of other markup only the first tag is
   * removed.
   */
  private readUnclosed(at: number): number {
    const { text } = this.source;
    for (const opening of ['<!--', '<![CDATA[']) if (text.startsWith(opening, at)) return at + opening.length;
    const [tag, name] = /^<([a-z_]+)(?:\s[^<>]*)?>/i.exec(text.slice(at, at + 500)) ?? [];
    if (tag === undefined) {
      this.copy(at, at + 1);
      return at + 1;
    }
    const begins = /(?:^|[\n>.!?:])\s{0,20}$/.test(text.slice(Math.max(0, at - 20), at));
    return REASONING.has(name!.toLowerCase()) && begins ? text.length : at + tag.length;
  }

  private readTag(text: string, at: number, tag: Tag): number {
    const { name, isClosing, end } = tag;
    if (name === 'break' || name === 'pause') {
      if (!isClosing) this.readBreak(tag);
      return end;
    }
    if (PARAGRAPHS.has(name)) this.cut(0, '\n\n', end);
    else if (BLOCKS.has(name)) this.cut(0, '\n', end);
    else if (name === 'br') this.write('\n', at, end);
    else if (!INLINE.has(name) || tag.isEmpty) this.isBoundary = true;
    if (isClosing) return end;
    if (NOT_FOLLOWED.test(name)) this.notFollowed.add(name);
    return this.readElement(text, at, tag) ?? end;
  }

  private readBreak({ attributes }: Tag): void {
    const time =
      attribute(attributes, 'time') ?? attribute(attributes, 'length') ?? attribute(attributes, 'duration');
    const strength = attribute(attributes, 'strength');
    const bare = time === undefined && strength === undefined ? attributes.replace(/[="']/g, ' ') : undefined;
    const written = (time ?? bare ?? '').replace(/^\+/, '');
    const pauseMs = pauseTime(written) ?? BREAKS[strength?.toLowerCase() ?? 'medium'] ?? DEFAULT_PAUSE_MS;
    if (pauseMs > 0) this.pause(pauseMs);
    else this.isBoundary = true;
  }

  /** Reads an element that changes its whole content. Returns undefined if the content is read as text. */
  private readElement(text: string, at: number, tag: Tag): number | undefined {
    const { name, attributes, end } = tag;
    if (name === 'sup') return this.readRaised(text, at, end);
    const isFixed =
      name === 'phoneme' ||
      name === 'say-as' ||
      (name === 'sub' && attribute(attributes, 'alias') !== undefined);
    if (!isFixed) return undefined;
    const element = tag.isEmpty ? { to: end, end } : shortElement(text, name, end);
    if (element === undefined || element === 'open') return undefined;
    const inner = tag.isEmpty ? '' : text.slice(end, element.to).replace(/<[^<>]*>/g, '');
    const content = inner.trim();
    const from = content === '' ? at : end + text.slice(end, element.to).search(/\S/);
    const to = content === '' ? element.end : element.to;
    const place = { from, to, content };
    const isWritten =
      name === 'sub'
        ? this.writeText(attribute(attributes, 'alias')!, from, to)
        : name === 'phoneme'
          ? this.writePhonemes(attributes, place)
          : this.writeInterpreted(attributes, place);
    return isWritten ? element.end : undefined;
  }

  private readRaised(text: string, at: number, from: number): number | undefined {
    const match = matchAt(/(\d{1,3})<\/sup\s{0,4}>/iy, text, from);
    if (match === null || !/(?:(?<!\p{L})\p{L}|[\d)])$/u.test(text.slice(Math.max(0, at - 2), at)))
      return undefined;
    for (const [i, digit] of [...match[1]!].entries())
      this.write(RAISED[digit]!, from + i, from + i + 1, true);
    return from + match[0].length;
  }

  private writePhonemes(attributes: string, { from, to, content }: Place): boolean {
    const alphabet = attribute(attributes, 'alphabet')?.toLowerCase() ?? 'ipa';
    const written = attribute(attributes, 'ph') ?? '';
    const phonemes = alphabet === 'ipa' ? this.language.voicePhonemes(written) : undefined;
    if (phonemes === undefined) {
      this.notes.push(
        `The voice does not know the phonemes "${written}" (${alphabet}) of "${content}": the text is spoken in its usual way`,
      );
      return content === '';
    }
    this.writeFixed([{ text: content === '' ? phonemes : content, start: 0, end: 1, phonemes }], 1, from, to);
    return true;
  }

  private writeInterpreted(attributes: string, { from, to, content }: Place): boolean {
    const kind = attribute(attributes, 'interpret-as') ?? '';
    const interpreted = this.language.interpretAs(kind, attribute(attributes, 'format') ?? '', content);
    if (interpreted === undefined)
      this.notes.push(`No way of saying is named "${kind}": "${content}" is spoken in its usual way`);
    if (interpreted === undefined || interpreted === 'as read' || content === '') return false;
    if ('text' in interpreted) return this.writeText(interpreted.text, from, to);
    // Only content without tags keeps a place for each of its characters.
    if (to - from < content.length || this.source.text.slice(from, from + content.length) !== content)
      return this.writeFixed(
        interpreted.pieces.map((piece) => ('text' in piece ? { ...piece, start: 0, end: 1 } : piece)),
        1,
        from,
        to,
      );
    return this.writeFixed(interpreted.pieces, content.length, from, from + content.length);
  }

  /** Writes pieces with places from 0 to `length`, which stand for the source from `from` to `to`. */
  private writeFixed(pieces: readonly Piece[], length: number, from: number, to: number): boolean {
    if (!pieces.some((piece) => 'text' in piece)) return false;
    this.separate('x');
    const begin = this.text.length;
    for (let i = 0; i < length; i++)
      this.append('x', length === 1 ? from : from + i, length === 1 ? to : from + i + 1);
    this.fixed.set(begin, {
      end: begin + length,
      pieces: pieces.map((piece) =>
        'text' in piece ? { ...piece, start: piece.start + begin, end: piece.end + begin } : piece,
      ),
    });
    this.isBoundary = true;
    return true;
  }

  private writeText(written: string, from: number, to: number): boolean {
    this.isBoundary = true;
    this.write(written, from, to);
    this.isBoundary = true;
    return true;
  }

  private pause(pauseMs: number): void {
    this.cut(pauseMs, ' ', 0);
  }

  private cut(pauseMs: number, space: string, end: number): void {
    for (const character of space) this.append(character, Math.max(0, end - 1), end);
    this.cuts.push({ at: this.text.length, pauseMs });
    this.isBoundary = false;
  }

  private copy(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      this.separate(this.source.text[at]!);
      this.append(this.source.text[at]!, at, at + 1);
    }
  }

  /** Writes characters in place of the source from `from` to `to`. */
  private write(written: string, from: number, to: number, isClean = false): void {
    for (const unit of isClean ? written : cleanText(written).text) {
      this.separate(unit);
      this.append(unit, from, to);
    }
  }

  private separate(next: string): void {
    if (this.isBoundary && /[\p{L}\p{N}]/u.test(next) && /[\p{L}\p{N}]$/u.test(this.text.slice(-2)))
      this.append(' ', 0, 0);
    this.isBoundary = false;
  }

  private append(unit: string, from: number, to: number): void {
    this.text += unit;
    const start = this.source.starts[from] ?? this.given.length;
    for (let i = 0; i < unit.length; i++) {
      this.starts.push(start);
      this.ends.push(to > from ? this.source.ends[to - 1]! : start);
    }
  }
}

interface Place {
  readonly from: number;
  readonly to: number;
  readonly content: string;
}
