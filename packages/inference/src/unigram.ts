import { readFile } from 'node:fs/promises';
import type { Tokeniser } from './tokeniser.js';

/** Pieces that control the model; the same characters in a text are text. */
const CONTROL = new Set(['<s>', '<pad>', '</s>', '<unk>', '<mask>']);
/** Mark of a space. It begins each word. */
const SPACE = '\u2581';
/** An unknown character costs this much more than the rarest piece (sentencepiece, unigram_model.cc). */
const UNKNOWN_PENALTY = 10;

/**
 * Unigram tokeniser (Kudo 2018) as sentencepiece applies it: it normalises the text, and then finds the pieces of each
 * word whose scores have the largest sum (Viterbi). Adjacent unknown characters are one unknown token.
 */
export async function readUnigram(path: string): Promise<Tokeniser> {
  const bytes = await readFile(path);
  const { pieces, scores } = readVocabulary(bytes, path);
  const ids = new Map<string, number>();
  let longest = 1;
  let lowest = 0;
  for (const [id, piece] of pieces.entries()) {
    if (CONTROL.has(piece)) continue;
    ids.set(piece, id);
    longest = Math.max(longest, piece.length);
    lowest = Math.min(lowest, scores[id]!);
  }
  const special = (piece: string): number => {
    const id = pieces.indexOf(piece);
    if (id < 0) throw new Error(`Expected ${piece} in ${path}`);
    return id;
  };
  const vocabulary: Vocabulary = {
    ids,
    scores,
    longest,
    unknownId: special('<unk>'),
    unknownScore: lowest - UNKNOWN_PENALTY,
  };
  return {
    startId: special('<s>'),
    endId: special('</s>'),
    piece: (id) => pieces[id] ?? '<unk>',
    tokenise: (text) => ({ ids: tokenise(text, vocabulary) }),
  };
}

interface Vocabulary {
  readonly ids: ReadonlyMap<string, number>;
  /** By id; logarithms of probabilities. */
  readonly scores: Float32Array;
  /** Length of the longest piece in UTF-16 units. */
  readonly longest: number;
  readonly unknownId: number;
  readonly unknownScore: number;
}

/** Reads the number of pieces, their scores (32 bits each, little endian) and the pieces, separated by line feeds. */
function readVocabulary(bytes: Buffer, path: string): { pieces: string[]; scores: Float32Array } {
  const count = bytes.length < 4 ? 0 : bytes.readUInt32LE(0);
  const start = 4 + 4 * count;
  const pieces = bytes.length < start ? [] : bytes.toString('utf8', start).split('\n');
  if (count === 0 || pieces.length !== count)
    throw new Error(`Expected ${count} pieces of a Unigram vocabulary in ${path}, found ${pieces.length}`);
  return { pieces, scores: new Float32Array(new Uint8Array(bytes.subarray(4, start)).buffer) };
}

/** Takes time linear in the length of the text: at each character, at most `longest` pieces are tried. */
function tokenise(text: string, vocabulary: Vocabulary): Int32Array {
  const marked = normaliseText(text).replaceAll(' ', SPACE);
  if (marked === '') return new Int32Array();
  const tokens: number[] = [];
  const lattice = createLattice();
  const spaced = SPACE + marked;
  for (let start = 0; start < spaced.length; ) {
    const next = spaced.indexOf(SPACE, start + 1);
    const end = next < 0 ? spaced.length : next;
    splitWord(spaced.slice(start, end), vocabulary, lattice, tokens);
    start = end;
  }
  return Int32Array.from(tokens);
}

/** The best way to each position of a word: its score, and the start and id of its last piece. */
function createLattice() {
  let score = new Float64Array(64);
  let from = new Int32Array(64);
  let id = new Int32Array(64);
  return {
    /** Returns arrays with at least `length` places. `score` is reset. */
    reset(length: number) {
      if (length > score.length) {
        score = new Float64Array(2 * length);
        from = new Int32Array(2 * length);
        id = new Int32Array(2 * length);
      }
      score.fill(Number.NEGATIVE_INFINITY, 0, length);
      return { score, from, id };
    },
  };
}

function splitWord(
  word: string,
  { ids, scores, longest, unknownId, unknownScore }: Vocabulary,
  lattice: ReturnType<typeof createLattice>,
  tokens: number[],
): void {
  const whole = word.length <= longest ? ids.get(word) : undefined;
  const { score, from, id } = lattice.reset(word.length + 1);
  score[0] = 0;
  for (let at = 0; at < word.length; ) {
    const character = word.codePointAt(at)! > 0xffff ? 2 : 1;
    const last = Math.min(word.length, at + longest);
    let isKnown = false;
    for (let end = at + character; end <= last; end++) {
      const piece = end === word.length && at === 0 ? whole : ids.get(word.slice(at, end));
      if (piece === undefined) continue;
      if (end === at + character) isKnown = true;
      const total = score[at]! + scores[piece]!;
      if (total <= score[end]!) continue;
      score[end] = total;
      from[end] = at;
      id[end] = piece;
    }
    const next = at + character;
    if (!isKnown && score[at]! + unknownScore > score[next]!) {
      score[next] = score[at]! + unknownScore;
      from[next] = at;
      id[next] = unknownId;
    }
    at = next;
  }
  const start = tokens.length;
  for (let end = word.length; end > 0; end = from[end]!) {
    const isRepeated = id[end] === unknownId && tokens.length > start && tokens.at(-1) === unknownId;
    if (!isRepeated) tokens.push(id[end]!);
  }
  reverse(tokens, start);
}

function reverse(tokens: number[], start: number): void {
  for (let low = start, high = tokens.length - 1; low < high; low++, high--)
    [tokens[low], tokens[high]] = [tokens[high]!, tokens[low]!];
}

/** White space and characters without a width that sentencepiece replaces by a space (its rules nmt_nfkc). */
const SPACES = /[\t\n\f\r\u1680\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd\ud800-\udfff]/gu;
/** Control characters that it removes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const REMOVED = /[\0-\x08\x0b\x0e-\x1f\x7f\x8f\x9f]/g;
/** A run of more marks than Unicode's stream-safe format allows (UAX 15): their sorting takes quadratic time. */
const EXCESS_MARKS = /(?<=\p{M}{30})\p{M}+/gu;
const FULLWIDTH_TILDE = '\uff5e';

/** Normalises as the rules nmt_nfkc of sentencepiece: NFKC except for the full-width tilde, and single spaces. */
export function normaliseText(text: string): string {
  return text
    .replace(SPACES, ' ')
    .replace(REMOVED, '')
    .replace(EXCESS_MARKS, '')
    .split(FULLWIDTH_TILDE)
    .map((part) => part.normalize('NFKC'))
    .join(FULLWIDTH_TILDE)
    .replace(/ +/g, ' ')
    .trim();
}
