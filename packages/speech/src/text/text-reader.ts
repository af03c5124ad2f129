import { english } from '../languages/en/index.js';
import type { CleanText } from './clean-text.js';
import type { Section } from './pause-marks.js';
import { assembleSentence, breathGroups, type PhonemeSentence, withFinalStop } from './phoneme-sentence.js';
import { type PreparedText, prepareText, type ReadingOptions } from './prepared-text.js';
import { isWord } from './reading.js';
import { sentenceRanges } from './sentence-ranges.js';
import type { SpokenSentence } from './spoken-text.js';
import { TextRefusal } from './text-refusal.js';

/** A sentence of a text, and whether a blank line follows it. */
export type ReadSentence = SpokenSentence & { readonly endsParagraph: boolean };

/**
 * Converts text to phonemes. One reader serves any number of concurrent calls.
 *
 * Emoji, emoticons, tags, other markup and "https://" are not read. Greek letters are named, up to three in a row. Words of
 * every other script are left out unless the caller's lexicon has them. Hashes and identifiers of digits are spelled.
 */
export interface TextReader {
  /**
   * Yields the sentences of a text in order, each when it is requested. Throws the TextRefusal of `prepareText` at once,
   * not from the iteration. Every sentence has words, except silence that the text starts with, which has no phonemes
   * either.
   */
  sentences(text: string, options?: ReadingOptions): AsyncGenerator<ReadSentence, void, void>;
  close(): Promise<void>;
}

/** Opens the dictionaries in `modelDir`, models/hibari-heart. `prepared` is a file of `writePreparedTables`, or null. */
export async function createTextReader(
  modelDir: string,
  prepared: string | null = null,
  language = english,
): Promise<TextReader> {
  const reader = await language.open(modelDir, prepared);

  async function* speak(text: PreparedText): AsyncGenerator<ReadSentence, void, void> {
    let silenceMs = 0;
    // The last sentence before a pause mark, until the length of the pause is known.
    let waiting: ReadSentence | undefined;
    let spoken = false;
    for (const section of text.sections) {
      for await (const sentence of sentencesOf(section, text)) {
        if (waiting !== undefined) yield waiting;
        if (silenceMs > 0) yield silence(text.clean, section.start, silenceMs);
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
        'Expected a text with at least one word or number, received only unreadable characters',
      );
  }

  async function* sentencesOf(
    section: Section,
    { clean, fixedAt }: PreparedText,
  ): AsyncGenerator<ReadSentence, void, void> {
    const ranges = sentenceRanges(clean.text, section.start, section.end, language.fullStops);
    for (const { start, end } of ranges) {
      const read = reader.readSentence(clean.text.slice(start, end), fixedAt(start));
      if (!read.some(isWord)) continue;
      const pieces = withFinalStop(read);
      const sentence = assembleSentence(pieces, await reader.pronounce(pieces));
      if (sentence.words.length === 0) continue;
      const groups = breathGroups(sentence);
      const endsParagraph = /^ *\n[ \n]*\n/.test(clean.text.slice(end, end + 100));
      for (const [i, group] of groups.entries())
        yield placed(group, clean, start, endsParagraph && i === groups.length - 1);
    }
  }

  return {
    sentences: (text, options = {}) => speak(prepareText(text, options, language)),
    close: () => reader.close(),
  };
}

/** Writes the dictionaries in `modelDir` as one file that loads faster. */
export function writePreparedTables(modelDir: string, path: string, language = english): Promise<void> {
  return language.writePreparedTables(modelDir, path);
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
