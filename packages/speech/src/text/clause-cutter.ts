import { ABBREVIATIONS } from './abbreviations.js';
import { foldUnits } from './clean-text.js';
import { isBegunMarkup, markupAt, shortElement } from './markup-tags.js';
import { isBegunPause, pauseMarkAt, sectionsOf } from './pause-marks.js';
import { asksNextWord, endsLine, endsSentence, isSpace, NEXT_WORD } from './sentence-ranges.js';
import { stripMarkup } from './strip-markup.js';

/** What can be spoken on its own. It may hold no word, where a text ends so or is flushed. */
export interface Clause {
  /** As it was written, with the white space behind it. */
  readonly text: string;
  /** UTF-16 units of the whole text. */
  readonly charStart: number;
  readonly charEnd: number;
  /** What follows is another sentence. */
  readonly endsSentence: boolean;
  /** Milliseconds of silence, where it holds pauses and nothing to say; else 0. */
  readonly pauseMs: number;
}

/** Text that comes in pieces, in clauses. Joined they are the text; where it is cut does not depend on how it came, but by `flush`. */
export interface ClauseCutter {
  /** The clauses that nothing to come can change. */
  push(piece: string): Clause[];
  /** What has come, without waiting for the rest of the clause, be it in the middle of a word. */
  flush(): Clause[];
  /** No more will come: the rest. */
  end(): Clause[];
}

/**
 * Characters that a clause has before a sentence is cut at its commas: the first may be short, as somebody waits for it; the longer a clause, the
 * better the voice says it.
 */
const SHORTEST = [12, 40, 80];
/** So much of the sentence is left behind a comma at least. */
const SHORTEST_REST = NEXT_WORD;
/** A sentence without a place to cut it at is cut at a space. As much as a voice says in one go. */
const LONGEST = 400;
/** More white space ends any sentence. */
const LONGEST_SPACE = 64;
/** What a sentence is remembered from; a longer one is taken to begin where it is cut. */
const LONGEST_SENTENCE = 1000;

const STOPS = '.!?…';
const COMMAS = ',;:—–';
const CLOSING = `"')]}*_`;
const OPENING = `"'([{*_`;
/** The end of these elements is the end of a sentence. */
const BLOCK = /^<\/(?:p|s|speak|paragraph|sentence|h[1-6]|li|div|blockquote|tr)>$/i;
/** The address and title of a link, in which no clause ends. */
const DESTINATION = /\]\([^\s()]*(?:\s{1,3}"[^"\n]{0,300}(?:"\s?)?|\s{1,3}$)?(?:\)|$)/y;
const FENCE = /^ {0,3}'''$/;
/** Longer markup is a comment or an element. */
const LONG_MARKUP = 600;
const MAX_STOPS = 20;
const MAX_CLOSING = 6;

/** Where the text is cut; that it is not, and where reading goes on; or undefined, where that depends on what comes. */
type Verdict = { cut: number; endsSentence: boolean } | { next: number } | undefined;

export function createClauseCutter(): ClauseCutter {
  /** What was not given out, behind the beginning of its sentence; and the same with look-alikes folded. */
  let written = '';
  let folded = '';
  /** Where `written` begins in the whole text. */
  let offset = 0;
  let lineStart = 0;
  let clauseStart = 0;
  let at = 0;
  let hasEnded = false;
  let count = 0;
  let seen = nothingSeen();
  /** Between lines of three backticks, which fold into quotes. */
  let isCode = false;
  /** Markup in the clause, which no cut divides. */
  let markups: { from: number; to: number }[] = [];
  /** Where markup began whose end has not come, and how much of it was searched. */
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

  /** The index behind markup that begins here; undefined for text; "open" if that depends on what comes. */
  function endOfMarkup(): number | 'open' | undefined {
    if (folded[at] === '[') {
      const pause = pauseMarkAt(folded, at);
      if (pause !== undefined) return pause.end === folded.length && !hasEnded ? 'open' : pause.end;
      return !hasEnded && isBegunPause(folded, at) ? 'open' : undefined;
    }
    if (folded[at] === ']') {
      if (at + 1 === folded.length) return hasEnded ? undefined : 'open';
      DESTINATION.lastIndex = at;
      const [written] = DESTINATION.exec(folded) ?? [];
      if (written === undefined) return undefined;
      return written.endsWith(')') ? at + written.length : hasEnded ? undefined : 'open';
    }
    // What is open is looked at again when the next piece may close it.
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
      // An element that never ends.
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
    const place = behindSpace(end);
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

  /** The first character behind `from` that is none of `characters`; undefined where it has not come. */
  function behind(from: number, characters: string, most: number): number | undefined {
    let end = from;
    while (end < folded.length && end - from < most && characters.includes(folded[end]!)) end++;
    return end < folded.length || hasEnded ? end : undefined;
  }

  const behindSpace = (from: number): number | undefined => behind(from, ' \n', LONGEST_SPACE);
  const hasCome = (end: number): boolean => end <= folded.length || hasEnded;

  /** Where the sentence begins, behind white space that the text begins with. */
  const sentenceStart = (): number => /^[ \n]*/.exec(folded)![0].length;

  function verdictOnLine(): Verdict {
    const next = behind(at + 1, ' ', LONGEST_SPACE);
    const place = behindSpace(at);
    if (next === undefined || place === undefined || !hasCome(next + 6)) return undefined;
    const ends =
      place - at >= LONGEST_SPACE ||
      endsLine(folded, Math.max(lineStart, sentenceStart()), at, folded.length);
    if (ends && seen.word) return { cut: place, endsSentence: true };
    lineStart = at + 1;
    return { next: at + 1 };
  }

  function verdictOnStop(): Verdict {
    const marks = behind(at + 1, STOPS, MAX_STOPS - 1);
    const end = marks === undefined ? undefined : behind(marks, CLOSING, MAX_CLOSING);
    if (marks === undefined || end === undefined) return undefined;
    if (end < folded.length && !isSpace(folded[end]!)) return { next: marks };
    const place = behindSpace(end);
    const next = place === undefined ? undefined : behind(place, OPENING, LONGEST_SPACE);
    if (place === undefined || next === undefined) return undefined;
    const start = sentenceStart();
    const asks = folded[at] === '.' && marks === at + 1 && asksNextWord(folded, start, at);
    if (!hasCome(next + 2) || (asks && !wordHasCome(next))) return undefined;
    const ends = place - end >= LONGEST_SPACE || endsSentence(folded, start, at, marks, end, folded.length);
    return ends && seen.word ? { cut: place, endsSentence: true } : { next: marks };
  }

  function wordHasCome(from: number): boolean {
    const word = folded.slice(from, from + NEXT_WORD);
    return word.length === NEXT_WORD || hasEnded || /^\p{L}*[^\p{L}\p{Cs}]/u.test(word);
  }

  function verdictOnComma(): Verdict {
    const goOn = { next: at + 1 };
    const shortest = SHORTEST[Math.min(count, SHORTEST.length - 1)]!;
    // The commas of code are no pauses.
    if (isCode || at - clauseStart < shortest || !seen.word || !seen.lowerCase || seen.depth > 0) return goOn;
    const end = behind(at + 1, CLOSING, MAX_CLOSING);
    if (end === undefined) return undefined;
    const closes = folded.slice(at, end).split('"').length - 1;
    if ((seen.quotes + closes) % 2 === 1 || (end < folded.length && !isSpace(folded[end]!))) return goOn;
    const place = behindSpace(end);
    if (place === undefined || !hasCome(place + SHORTEST_REST)) return undefined;
    const rest = folded.slice(place, place + SHORTEST_REST);
    if (rest.length < SHORTEST_REST || !isPause(folded.slice(Math.max(0, at - 10), at), rest)) return goOn;
    seen.quotes += closes;
    return { cut: place, endsSentence: false };
  }

  /** Behind the last comma or the like in the second half, else the last space, else inside of a word. */
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
    // Not between the two halves of one character.
    return /[\ud800-\udbff]/.test(folded[at - 1]!) ? at - 1 : at;
  }

  function isInMarkup(place: number): boolean {
    return markups.some(({ from, to }) => from < place && place < to);
  }

  function cutAt(place: number, isSentence: boolean): Clause {
    const clause = {
      text: written.slice(clauseStart, place),
      pauseMs: pausesOf(folded.slice(clauseStart, place)),
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

  /** Forgets what stands before, as if a sentence began there. */
  function begin(place: number): void {
    written = written.slice(place);
    folded = folded.slice(place);
    offset += place;
    [clauseStart, lineStart, at, openAt, markups] = [0, 0, 0, -1, []];
    seen = nothingSeen();
  }

  function giveRest(): Clause[] {
    const end = hasEnded ? written.length : beginOfOpen();
    const rest = clauseStart < end ? [cutAt(end, hasEnded)] : [];
    begin(clauseStart);
    return rest;
  }

  /** Where markup begins that is not complete, or the end of the text. */
  function beginOfOpen(): number {
    for (let from = at; from < folded.length; from++) {
      if (folded[from] === '[' && isBegunPause(folded, from)) return from;
      if (folded[from] !== '<') continue;
      const markup = markupAt(folded, from);
      if (markup === 'open' && isBegunMarkup(folded, from)) return from;
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
    flush: giveRest,
    end: () => {
      hasEnded = true;
      return [...read(), ...giveRest()];
    },
  };
}

/** Milliseconds of silence of a text that asks for pauses and has no word; 0 of any other. */
function pausesOf(folded: string): number {
  if (!/\[|<[bp]/i.test(folded)) return 0;
  const { clean, cuts } = stripMarkup(folded);
  if (/[\p{L}\p{N}]/u.test(clean.text)) return 0;
  return sectionsOf(cuts, 0, () => {}).reduce((sum, { pauseMs }) => sum + pauseMs, 0);
}

/** What of a sentence decides whether it can be cut at a comma. */
interface Seen {
  quotes: number;
  depth: number;
  /** In the clause: a letter or digit. */
  word: boolean;
  /** Two small letters together: capitals all over are read otherwise where they are few. */
  lowerCase: boolean;
}

const nothingSeen = (): Seen => ({ quotes: 0, depth: 0, word: false, lowerCase: false });

/**
 * Whether the voice may pause between them. Not in numbers and dates ("May 5, 1990"), before names in capitals ("Austin, TX") and
 * what belongs to a name ("Smith, Jr."), in "&amp;", before an option ("-o"), nor where next to nothing is left of the sentence.
 */
function isPause(before: string, behind: string): boolean {
  if (/&#?[\da-z]+$/i.test(before) || /^[^\p{L}\n]{0,3}\d/u.test(behind)) return false;
  if (/^['"]?-/.test(behind) || /^\p{Lu}{2}/u.test(behind) || /[.!?…\n]/.test(behind)) return false;
  return !ABBREVIATIONS.has(/^\p{L}*/u.exec(behind)![0]);
}
