import { english } from '../languages/en/index.js';
import { foldUnits } from './clean-text.js';
import { type FullStops, type Language, NEXT_WORD_LENGTH } from './language.js';
import { isUnfinishedMarkup, markupAt, shortElement } from './markup-tags.js';
import { isUnfinishedPause, pauseMarkAt, sectionsOf } from './pause-marks.js';
import {
  betweenCharacters,
  CLOSING_MARKS,
  endsLine,
  endsSentence,
  isSpace,
  MAX_CLOSING_MARKS,
  MAX_STOPS,
  OPENING_MARKS,
  STOPS,
  wordBefore,
} from './sentence-ranges.js';
import { stripMarkup } from './strip-markup.js';

/** Text that can be spoken by itself. It has no word if the text ends so or is flushed. */
export interface Clause {
  /** Text as written, with the white space after it. */
  readonly text: string;
  /** Range in UTF-16 units of the whole text. */
  readonly charStart: number;
  readonly charEnd: number;
  /** Whether the clause ends a sentence. */
  readonly endsSentence: boolean;
  /** Milliseconds of silence if the clause has pauses but no words; otherwise 0. */
  readonly pauseMs: number;
}

/**
 * Divides text that arrives in pieces into clauses. The clauses together are the text. The cuts depend on the
 * pieces only after `flush`.
 */
export interface ClauseCutter {
  /** Returns the clauses that later text cannot change. */
  push(piece: string): Clause[];
  /** Returns the received text without waiting for the end of the clause, even in the middle of a word. */
  flush(): Clause[];
  /** Ends the text and returns the rest. */
  end(): Clause[];
}

/**
 * Minimum characters of the first, second and later clauses before a sentence is cut at a comma. The first
 * may be short, because a listener waits for it; longer clauses sound better.
 */
const SHORTEST = [12, 40, 80];
/** Minimum characters of the sentence after a comma. */
const SHORTEST_REST = NEXT_WORD_LENGTH;
/** Maximum characters of a clause, about one call of a voice. A longer one is cut at a space. */
const LONGEST = 400;
/** White space of at least this length ends any sentence. */
const LONGEST_SPACE = 64;
/** Maximum characters of a sentence that are stored; a longer sentence counts as starting at its last cut. */
const LONGEST_SENTENCE = 1000;

const COMMAS = ',;:—–';
/** Elements whose end tag ends a sentence. */
const BLOCK = /^<\/(?:p|s|speak|paragraph|sentence|h[1-6]|li|div|blockquote|tr)>$/i;
/** Address and title of a link, in which no clause ends. */
const DESTINATION = /\]\([^\s()]*(?:\s{1,3}"[^"\n]{0,300}(?:"\s?)?|\s{1,3}$)?(?:\)|$)/y;
const FENCE = /^ {0,3}'''$/;
/** Markup that is longer than this is a comment or an element. */
const LONG_MARKUP = 600;

/** A cut, the next place to read, or undefined if later text decides. */
type Verdict = { cut: number; endsSentence: boolean } | { next: number } | undefined;

export function createClauseCutter(language: Language = english): ClauseCutter {
  const { fullStops } = language;
  /** Text since the start of the sentence that was not returned, as written and with folded characters. */
  let written = '';
  let folded = '';
  /** Index of `written` in the whole text. */
  let offset = 0;
  let lineStart = 0;
  let clauseStart = 0;
  let at = 0;
  let hasEnded = false;
  let count = 0;
  let seen = nothingSeen();
  /** Whether the place is between two fences. Backticks are folded into quotes. */
  let isCode = false;
  /** Markup in the clause, which is never divided. */
  let markups: { from: number; to: number }[] = [];
  /** Start of unfinished markup, and the index up to which it was searched. */
  let [openAt, openTo] = [-1, 0];
  let isOpenLong = false;

  function read(): Clause[] {
    const clauses: Clause[] = [];
    while (at < folded.length) {
      const verdict = at - clauseStart >= LONGEST ? { cut: cutPlace(), endsSentence: false } : verdictAt();
      if (verdict === undefined) break;
      if ('cut' in verdict) clauses.push(cutAt(verdict.cut, verdict.endsSentence));
      else at = verdict.next;
    }
    return clauses;
  }

  function verdictAt(): Verdict {
    const character = folded[at]!;
    const markup = '<[]'.includes(character) ? endOfMarkup() : undefined;
    if (markup === 'open') return undefined;
    if (markup !== undefined) return verdictOnMarkup(markup);
    if (character === '\n') return verdictOnLine();
    if (STOPS.includes(character)) return verdictOnStop();
    if (COMMAS.includes(character)) return verdictOnComma();
    look(character);
    return { next: at + 1 };
  }

  /** Returns the index after markup that starts here, undefined for text, or "open" if later text decides. */
  function endOfMarkup(): number | 'open' | undefined {
    if (folded[at] === '[') {
      const pause = pauseMarkAt(folded, at);
      if (pause !== undefined) return pause.end === folded.length && !hasEnded ? 'open' : pause.end;
      return !hasEnded && isUnfinishedPause(folded, at) ? 'open' : undefined;
    }
    if (folded[at] === ']') {
      if (at + 1 === folded.length) return hasEnded ? undefined : 'open';
      DESTINATION.lastIndex = at;
      const [written] = DESTINATION.exec(folded) ?? [];
      if (written === undefined) return undefined;
      return written.endsWith(')') ? at + written.length : hasEnded ? undefined : 'open';
    }
    // Unfinished markup is read again when a piece may close it.
    if (openAt === at && isOpenLong && !hasEnded && !folded.slice(openTo).includes('>')) {
      openTo = folded.length;
      return 'open';
    }
    const markup = markupAt(folded, at);
    if (markup === undefined) return undefined;
    if (markup === 'open') {
      [openAt, openTo] = [at, Math.max(at, folded.length - 2)];
      isOpenLong = folded.length - at > LONG_MARKUP;
      if (!hasEnded) return 'open';
      // The element never ends.
      return /^<\w[^<>]*>/.test(folded.slice(at, at + LONG_MARKUP)) ? folded.length : undefined;
    }
    if (markup.kind !== 'tag' || markup.isClosing || markup.isEmpty) return markup.end;
    if (!/^(?:sub|say-as|phoneme)$/.test(markup.name)) return markup.end;
    const element = shortElement(folded, markup.name, markup.end);
    if (element === 'open' && !hasEnded) return 'open';
    if (typeof element !== 'object') return markup.end;
    seen.word = true;
    return element.end;
  }

  function verdictOnMarkup(end: number): Verdict {
    if (folded[at] === ']') look(']');
    markups.push({ from: at, to: end });
    if (!seen.word || !BLOCK.test(folded.slice(at, end))) return { next: end };
    const place = afterSpace(end);
    return place === undefined ? undefined : { cut: place, endsSentence: true };
  }

  function look(character: string): void {
    if (character === '"') seen.quotes++;
    else if (character === "'" && FENCE.test(folded.slice(lineStart, at + 1))) isCode = !isCode;
    else if ('([{'.includes(character)) seen.depth++;
    else if (')]}'.includes(character)) seen.depth = Math.max(0, seen.depth - 1);
    else if (/[\p{L}\p{N}]/u.test(character)) seen.word = true;
    if (/\p{Ll}/u.test(character) && /\p{Ll}/u.test(folded[at - 1] ?? '')) seen.lowerCase = true;
  }

  /**
   * Returns the index of the first character after `from` that is not one of `characters`; undefined if it
   * has not arrived.
   */
  function skipOver(from: number, characters: string, most: number): number | undefined {
    let end = from;
    while (end < folded.length && end - from < most && characters.includes(folded[end]!)) end++;
    return end < folded.length || hasEnded ? end : undefined;
  }

  const afterSpace = (from: number): number | undefined => skipOver(from, ' \n', LONGEST_SPACE);
  const hasCome = (end: number): boolean => end <= folded.length || hasEnded;

  /** Returns the start of the sentence, after leading white space. */
  const sentenceStart = (): number => /^[ \n]*/.exec(folded)![0].length;

  function verdictOnLine(): Verdict {
    const next = skipOver(at + 1, ' ', LONGEST_SPACE);
    const place = afterSpace(at);
    if (next === undefined || place === undefined || !hasCome(next + 6)) return undefined;
    const ends =
      place - at >= LONGEST_SPACE ||
      endsLine(folded, Math.max(lineStart, sentenceStart()), at, folded.length, fullStops);
    if (ends && seen.word) return { cut: place, endsSentence: true };
    lineStart = at + 1;
    return { next: at + 1 };
  }

  function verdictOnStop(): Verdict {
    const marks = skipOver(at + 1, STOPS, MAX_STOPS - 1);
    const end = marks === undefined ? undefined : skipOver(marks, CLOSING_MARKS, MAX_CLOSING_MARKS);
    if (marks === undefined || end === undefined) return undefined;
    if (end < folded.length && !isSpace(folded[end]!)) return { next: marks };
    const place = afterSpace(end);
    const next = place === undefined ? undefined : skipOver(place, OPENING_MARKS, LONGEST_SPACE);
    if (place === undefined || next === undefined) return undefined;
    const start = sentenceStart();
    const asks =
      folded[at] === '.' && marks === at + 1 && fullStops.needsNextWord(wordBefore(folded, start, at));
    if (!hasCome(next + 2) || (asks && !wordHasCome(next))) return undefined;
    const stop = { text: folded, start, stop: at, marks, end, to: folded.length };
    const ends = place - end >= LONGEST_SPACE || endsSentence(stop, fullStops);
    return ends && seen.word ? { cut: place, endsSentence: true } : { next: marks };
  }

  function wordHasCome(from: number): boolean {
    const word = folded.slice(from, from + NEXT_WORD_LENGTH);
    return word.length === NEXT_WORD_LENGTH || hasEnded || /^\p{L}*[^\p{L}\p{Cs}]/u.test(word);
  }

  function verdictOnComma(): Verdict {
    const continues = { next: at + 1 };
    const shortest = SHORTEST[Math.min(count, SHORTEST.length - 1)]!;
    // Commas of code are no pauses.
    if (isCode || at - clauseStart < shortest || !seen.word || !seen.lowerCase || seen.depth > 0)
      return continues;
    const end = skipOver(at + 1, CLOSING_MARKS, MAX_CLOSING_MARKS);
    if (end === undefined) return undefined;
    const closes = folded.slice(at, end).split('"').length - 1;
    if ((seen.quotes + closes) % 2 === 1 || (end < folded.length && !isSpace(folded[end]!))) return continues;
    const place = afterSpace(end);
    if (place === undefined || !hasCome(place + SHORTEST_REST)) return undefined;
    const rest = folded.slice(place, place + SHORTEST_REST);
    if (rest.length < SHORTEST_REST || !isPause(folded.slice(Math.max(0, at - 10), at), rest, fullStops))
      return continues;
    seen.quotes += closes;
    return { cut: place, endsSentence: false };
  }

  /**
   * Returns the place after the last comma in the second half, else after the last space, else inside a word.
   */
  function cutPlace(): number {
    const middle = clauseStart + LONGEST / 2;
    for (const marks of [COMMAS, undefined])
      for (let place = at; place > middle; place--)
        if (
          isSpace(folded[place - 1]!) &&
          !isInMarkup(place) &&
          (marks === undefined || marks.includes(folded[place - 2]!))
        )
          return place;
    return betweenCharacters(folded, at);
  }

  function isInMarkup(place: number): boolean {
    return markups.some(({ from, to }) => from < place && place < to);
  }

  function cutAt(place: number, isSentence: boolean): Clause {
    const clause = {
      text: written.slice(clauseStart, place),
      pauseMs: pausesOf(folded.slice(clauseStart, place), language),
      charStart: offset + clauseStart,
      charEnd: offset + place,
      endsSentence: isSentence,
    };
    count++;
    if (isSentence || place < at || place > LONGEST_SENTENCE) begin(place);
    else {
      [clauseStart, at, markups] = [place, place, []];
      seen.word = false;
    }
    return clause;
  }

  /** Discards the text before a place, as if a sentence started there. */
  function begin(place: number): void {
    written = written.slice(place);
    folded = folded.slice(place);
    offset += place;
    [clauseStart, lineStart, at, openAt, markups] = [0, 0, 0, -1, []];
    seen = nothingSeen();
  }

  function takeRest(): Clause[] {
    const end = hasEnded ? written.length : startOfUnfinished();
    const rest = clauseStart < end ? [cutAt(end, hasEnded)] : [];
    begin(clauseStart);
    return rest;
  }

  /** Returns the start of unfinished markup, or the end of the text. */
  function startOfUnfinished(): number {
    for (let from = at; from < folded.length; from++) {
      if (folded[from] === '[' && isUnfinishedPause(folded, from)) return from;
      if (folded[from] !== '<') continue;
      const markup = markupAt(folded, from);
      if (markup === 'open' && isUnfinishedMarkup(folded, from)) return from;
      if (typeof markup === 'object') from = markup.end - 1;
    }
    return folded.length;
  }

  return {
    push: (piece) => {
      written += piece;
      folded += foldUnits(piece);
      return read();
    },
    flush: takeRest,
    end: () => {
      hasEnded = true;
      return [...read(), ...takeRest()];
    },
  };
}

/** Returns the milliseconds of silence of a text that has pauses and no word; 0 for any other text. */
function pausesOf(folded: string, language: Language): number {
  if (!/\[|<[bp]/i.test(folded)) return 0;
  const { clean, cuts } = stripMarkup(folded, language);
  if (/[\p{L}\p{N}]/u.test(clean.text)) return 0;
  return sectionsOf(cuts, 0, () => {}).reduce((sum, { pauseMs }) => sum + pauseMs, 0);
}

/** Properties of a sentence that decide whether it can be cut at a comma. */
interface Seen {
  quotes: number;
  depth: number;
  /** Whether the clause has a letter or digit. */
  word: boolean;
  /**
   * Whether two lower-case letters are together: a few words in capitals are read differently if all text is
   * in capitals.
   */
  lowerCase: boolean;
}

const nothingSeen = (): Seen => ({ quotes: 0, depth: 0, word: false, lowerCase: false });

/**
 * Whether the voice may pause between two texts. It may not in numbers and dates ("May 5, 1990"), before
 * names in capitals ("Austin, TX") and parts of names ("Smith, Jr."), in "&amp;", before an option ("-o"), or
 * close to the end of the sentence.
 */
function isPause(before: string, after: string, fullStops: FullStops): boolean {
  if (/&#?[\da-z]+$/i.test(before) || /^[^\p{L}\n]{0,3}\d/u.test(after)) return false;
  if (/^['"]?-/.test(after) || /^\p{Lu}{2}/u.test(after) || /[.!?…\n]/.test(after)) return false;
  return !fullStops.isAbbreviation(/^\p{L}*/u.exec(after)![0]);
}
