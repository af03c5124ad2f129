import { weakened } from '../phonemes/alphabet.js';
import { isWord, type Piece, type ReadWord } from './reading.js';

export interface PhonemeSentence {
  readonly words: ReadWord[];
  /** One character for each sound, stress mark, space and punctuation mark, in the alphabet of the voices. */
  readonly phonemes: string;
  /** Half-open range of each word in `phonemes`. */
  readonly spans: { start: number; end: number }[];
}

/** Adds a missing full stop to a heading or an item of a list, so that the voice falls. */
export function withFinalStop(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.findLast((piece) => isWord(piece) || !'”)'.includes(piece.mark));
  return last !== undefined && !isWord(last) && '.!?…,;:—'.includes(last.mark)
    ? pieces
    : [...pieces, { mark: '.' }];
}

const OPENING = '(“';

/** Joins the phonemes of pieces. Words without a sound are left out. The letters of "FBI" share the stress of the last one. */
export function assembleSentence(pieces: readonly Piece[], pieceSounds: readonly string[]): PhonemeSentence {
  const isJoined = (piece: Piece | undefined): boolean => isWord(piece) && piece.joined === true;
  const sounds = pieceSounds.map((sound, i) => (isJoined(pieces[i + 1]) ? weakened(sound) : sound));
  const words: ReadWord[] = [];
  const spans: { start: number; end: number }[] = [];
  let phonemes = '';
  for (const [i, piece] of pieces.entries()) {
    if (isWord(piece)) {
      if (sounds[i] === '') continue;
      if (phonemes !== '' && !piece.joined && !OPENING.includes(phonemes.at(-1)!)) phonemes += ' ';
      spans.push({ start: phonemes.length, end: phonemes.length + sounds[i]!.length });
      words.push(piece);
      phonemes += sounds[i];
    } else if (OPENING.includes(piece.mark))
      phonemes += phonemes === '' || OPENING.includes(phonemes.at(-1)!) ? piece.mark : ` ${piece.mark}`;
    else if (words.length > 0 || piece.mark === '”') phonemes = withMark(phonemes, piece.mark);
  }
  return { words, phonemes, spans };
}

/** Appends a mark. Of two pauses in a row the first is kept, unless the second ends the sentence. */
function withMark(phonemes: string, mark: string): string {
  const last = phonemes.at(-1) ?? '';
  if (OPENING.includes(last)) return phonemes.slice(0, -1).trimEnd();
  if (';:,—…'.includes(last) && last !== '') {
    if ('.!?…'.includes(mark)) return phonemes.slice(0, -1) + mark;
    return mark === ')' || mark === '”' ? phonemes + mark : phonemes;
  }
  if ('.!?'.includes(last) && last !== '' && ',;:—'.includes(mark)) return phonemes;
  return phonemes + mark;
}

/** Maximum phonemes of one call of a voice. Voices accept about 600 ids; half as many sound best and start sooner. */
const MAX_GROUP = 400;
/** A sentence is cut after at least this many phonemes. */
const MIN_GROUP = 160;

/** Divides a sentence that is too long for one call of the voice: after a stop or comma, else before a word. */
export function breathGroups(sentence: PhonemeSentence): PhonemeSentence[] {
  const groups: PhonemeSentence[] = [];
  let rest = sentence;
  while (rest.phonemes.length > MAX_GROUP) {
    const count = wordsOfFirstGroup(rest);
    if (count === 0) break;
    groups.push(part(rest, 0, count));
    rest = part(rest, count, rest.words.length);
  }
  return [...groups, rest];
}

function wordsOfFirstGroup({ phonemes, spans }: PhonemeSentence): number {
  for (const stops of ['.!?…;:', ',—)”', '']) {
    for (let i = spans.length - 1; i > 0; i--) {
      const gap = phonemes.slice(spans[i - 1]!.end, spans[i]!.start);
      if (spans[i - 1]!.end > MAX_GROUP || gap === '') continue;
      if (spans[i - 1]!.end < MIN_GROUP) break;
      if (stops === '' || [...gap].some((mark) => stops.includes(mark))) return i;
    }
  }
  // A word that is longer than a sentence is a group by itself.
  return spans.length > 1 ? 1 : 0;
}

function part({ words, phonemes, spans }: PhonemeSentence, from: number, to: number): PhonemeSentence {
  const start = from === 0 ? 0 : openingBefore(phonemes, spans[from]!.start);
  const end = to === spans.length ? phonemes.length : openingBefore(phonemes, spans[to]!.start);
  const text = phonemes.slice(start, end).trimEnd();
  return {
    words: words.slice(from, to),
    phonemes: to === spans.length || /[.!?…;:,—)”]$/.test(text) ? text : `${text},`,
    spans: spans.slice(from, to).map((span) => ({ start: span.start - start, end: span.end - start })),
  };
}

/** Returns the place before the brackets and quotes that open before a word. */
function openingBefore(phonemes: string, start: number): number {
  let at = start;
  while (at > 0 && OPENING.includes(phonemes[at - 1]!)) at--;
  return at;
}
