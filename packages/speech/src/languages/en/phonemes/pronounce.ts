import { isVowel, PRIMARY, withStress } from '../../../phonemes/alphabet.js';
import { isWord, type Piece, type ReadWord } from '../../../text/reading.js';
import { correctedTag, heteronym, type Neighbours } from './heteronyms.js';
import type { Pronunciation } from './pronunciation.js';
import type { Tagger } from './tagger.js';

/** Start of the next word, on which the sound of small words depends. */
type Next = 'vowel' | 'consonant' | 'end';

/** Returns the phonemes of each piece of a sentence. */
export async function pronounce(
  pieces: readonly Piece[],
  pronunciation: Pronunciation,
  tagger: Tagger,
): Promise<string[]> {
  const near = neighbours(pieces, tagger);
  const sounds = new Array<string>(pieces.length).fill('');
  let next: Next = 'end';
  // Backwards, because "the" and "to" depend on the start of the next word.
  for (let i = pieces.length - 1; i >= 0; i--) {
    const piece = pieces[i]!;
    if (!isWord(piece)) {
      if (!'“”"'.includes(piece.mark)) next = 'end';
      continue;
    }
    sounds[i] = await wordSounds(piece, near[i]!, next, pronunciation);
    const first = /[^ˈˌ\s]/.exec(sounds[i]!)?.[0];
    if (first !== undefined) next = isVowel(first) ? 'vowel' : 'consonant';
  }
  return sounds;
}

async function wordSounds(
  word: ReadWord,
  near: Neighbours,
  next: Next,
  pronunciation: Pronunciation,
): Promise<string> {
  if (word.phonemes !== undefined) return word.phonemes;
  const letter = word.letter ? pronunciation.letter(word.text) : undefined;
  if (letter !== undefined) return letter;
  return functionWord(word.text, near, next) ?? (await contentWord(word.text, near, next, pronunciation));
}

async function contentWord(
  text: string,
  near: Neighbours,
  next: Next,
  pronunciation: Pronunciation,
): Promise<string> {
  // "lead's" is two words of the treebank.
  const special = near.tokens[near.at] === text.toLowerCase() ? heteronym(near) : undefined;
  if (special !== undefined) return special;
  const tag = pronunciation.variants(text) === undefined ? near.tags[near.at]! : correctedTag(near);
  return pronunciation.read(text, { tag, ends: next === 'end' });
}

/** Returns the phonemes of a small word whose sound depends on the next word. */
function functionWord(text: string, near: Neighbours, next: Next): string | undefined {
  const tag = near.tags[near.at]!;
  switch (text.toLowerCase()) {
    case 'the':
      return next === 'vowel' ? 'ði' : 'ðə';
    case 'a':
      return next === 'end' ? undefined : 'ɐ';
    case 'an':
      return next === 'end' ? undefined : 'ɐn';
    case 'to':
      return { vowel: 'tʊ', consonant: 'tə', end: 'tu' }[next];
    case 'i':
      return text === 'I' ? 'ˌI' : undefined;
    case 'am':
      return next === 'end' ? undefined : 'ɐm';
    case 'in':
      return next === 'end' || tag !== 'IN' ? withStress('ɪn', PRIMARY) : 'ɪn';
    case 'by':
      return tag.startsWith('RB') ? 'bˈI' : undefined;
    default:
      return undefined;
  }
}

const CONTRACTION = /^(.+?)(n't|'(?:s|re|ve|ll|d|m))$/i;

/**
 * Returns the place of each word among the tokens of the treebank. "don't" is two tokens, of which "do"
 * decides.
 */
function neighbours(pieces: readonly Piece[], tagger: Tagger): Neighbours[] {
  const tokens: string[] = [];
  const places = pieces.map((piece) => {
    const text = isWord(piece) ? piece.text : piece.mark;
    const contraction = CONTRACTION.exec(text);
    tokens.push(...(contraction ? [contraction[1]!, contraction[2]!] : [text]));
    return tokens.length - (contraction ? 2 : 1);
  });
  const tags = tagger.tag(tokens);
  const lower = tokens.map((token) => token.toLowerCase());
  return places.map((at) => ({ tokens: lower, tags, at }));
}
