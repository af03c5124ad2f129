import { createCmuDictionary } from '../languages/en/phonemes/cmu-dictionary.js';
import { createLexicons } from '../languages/en/phonemes/lexicons.js';
import { createPronunciation } from '../languages/en/phonemes/pronunciation.js';
import { readTables } from '../languages/en/phonemes/reading-tables.js';
import { type PhonemeSentence, sentencePhonemes } from '../languages/en/phonemes/sentence-phonemes.js';
import { createTagger } from '../languages/en/phonemes/tagger.js';
import { createUnknownWords } from '../languages/en/phonemes/unknown-words.js';
import { readSentence } from '../languages/en/reading/read-sentence.js';
import { breathGroups } from './breath-groups.js';
import type { CleanText } from './clean-text.js';
import type { Section } from './pause-marks.js';
import { type PreparedText, prepareText, type ReadingOptions } from './prepared-text.js';
import { isWord, type Piece } from './reading.js';
import { sentenceRanges } from './sentence-ranges.js';
import type { SpokenSentence } from './spoken-text.js';
import { TextRefusal } from './text-refusal.js';

/** A sentence as it was read, and whether a blank line follows it. */
export type ReadSentence = SpokenSentence & { readonly endsParagraph: boolean };

/**
 * What is decided about hard texts: emoji, emoticons, tags and other markup are not said; neither is "https://". Greek
 * letters are named, up to three in a row. Words of every other script are left out unless the caller's lexicon knows them.
 * Initialisms are one word a letter, each with its own place, in one breath. Hashes and identifiers of digits are spelled.
 *
 * Text to phonemes. One at a time is enough for a process: it may be asked by many at once. */
export interface TextReader {
  /**
   * Sentences in the order of the text, each made when it is asked for. Throws the TextRefusal of `prepareText` at once,
   * not from the iteration. Every sentence has words, but one: silence that the text begins with has none, and no phonemes.
   */
  sentences(text: string, options?: ReadingOptions): AsyncGenerator<ReadSentence, void, void>;
  close(): Promise<void>;
}

/**
 * Reads the lexicons and the tagger; `prepared` is what `writePreparedTables` made of them. CMUdict and the net for unknown words are opened
 * when first needed.
 */
export async function createTextReader(
  modelDir: string,
  prepared: string | null = null,
): Promise<TextReader> {
  const tables = await readTables(modelDir, prepared);
  const tagger = createTagger(tables.tagger);
  const unknown = createUnknownWords(modelDir);
  const pronunciation = createPronunciation(createLexicons(tables.lexicons), createCmuDictionary(), unknown);

  async function* speak(prepared: PreparedText): AsyncGenerator<ReadSentence, void, void> {
    let silenceMs = 0;
    // The last sentence before a mark, until it is known how long the pause behind it is.
    let waiting: ReadSentence | undefined;
    let spoken = false;
    for (const section of prepared.sections) {
      for await (const sentence of sentencesOf(section, prepared)) {
        if (waiting !== undefined) yield waiting;
        if (silenceMs > 0) yield silence(prepared.clean, section.start, silenceMs);
        silenceMs = 0;
        spoken = true;
        waiting = section.pauseMs > 0 ? sentence : undefined;
        if (waiting === undefined) yield sentence;
      }
      if (waiting === undefined) silenceMs += section.pauseMs;
      else waiting = { ...waiting, pauseMs: waiting.pauseMs + section.pauseMs };
    }
    if (waiting !== undefined) yield waiting;
    if (!spoken)
      throw new TextRefusal(
        'nothing_to_speak',
        'Expected a text with at least one word or number, received none that can be read',
      );
  }

  async function* sentencesOf(
    section: Section,
    { clean, readerAt }: PreparedText,
  ): AsyncGenerator<ReadSentence, void, void> {
    for (const { start, end } of sentenceRanges(clean.text, section.start, section.end)) {
      const pieces = readSentence(clean.text.slice(start, end), pronunciation, readerAt(start));
      if (!pieces.some(isWord)) continue;
      const sentence = await sentencePhonemes(closed(pieces), pronunciation, tagger);
      if (sentence.words.length === 0) continue;
      const groups = breathGroups(sentence);
      const endsParagraph = /^ *\n[ \n]*\n/.test(clean.text.slice(end, end + 100));
      for (const [i, group] of groups.entries())
        yield placed(group, clean, start, endsParagraph && i === groups.length - 1);
    }
  }

  return {
    sentences: (text, options = {}) => speak(prepareText(text, options)),
    close: () => unknown.close(),
  };
}

/** A heading or an item of a list has no full stop, but the voice falls as if it had. */
function closed(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.findLast((piece) => isWord(piece) || !'”)'.includes(piece.mark));
  return last !== undefined && !isWord(last) && '.!?…,;:—'.includes(last.mark)
    ? pieces
    : [...pieces, { mark: '.' }];
}

function placed(
  { words, phonemes, spans }: PhonemeSentence,
  clean: CleanText,
  offset: number,
  endsParagraph: boolean,
): ReadSentence {
  const placedWords = words.map((word) => ({
    text: word.text,
    charStart: clean.starts[offset + word.start]!,
    charEnd: clean.ends[offset + word.end - 1]!,
  }));
  const { charStart } = placedWords[0]!;
  const { charEnd } = placedWords.at(-1)!;
  return { charStart, charEnd, words: placedWords, phonemes, spans, pauseMs: 0, endsParagraph };
}

function silence(clean: CleanText, before: number, pauseMs: number): ReadSentence {
  const charEnd = clean.starts[before] ?? 0;
  return { charStart: 0, charEnd, words: [], phonemes: '', spans: [], pauseMs, endsParagraph: false };
}
