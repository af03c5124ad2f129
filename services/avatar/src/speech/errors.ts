import { AppError } from '@anima/service/errors';
import { prepareText, type SpokenPassage, TextRefusal, visemesOf } from '@anima/speech';
import type { Lexicon, SpeechPart } from './speech-engine.js';

/** Error codes of the service for errors of the text reader. */
export const refusalCodes: Record<TextRefusal['code'], string> = {
  nothing_to_speak: 'text_empty',
  unsupported_script: 'text_not_speakable',
  invalid_lexicon: 'lexicon_invalid',
};

/** Returns notes about omitted parts of the text. Rejects a text without speakable content. */
export function assertSpeakable(text: string, lexicon: Lexicon): readonly string[] {
  try {
    return prepareText(text, { lexicon }).notes;
  } catch (error) {
    if (!(error instanceof TextRefusal)) throw error;
    throw new AppError(refusalCodes[error.code], error.message, { cause: error });
  }
}

/** Converts the output of a voice to speech parts. */
export async function* toParts(passages: AsyncIterable<SpokenPassage>): AsyncGenerator<SpeechPart> {
  for await (const { sentence, samples, sampleRate, words, phonemes, pauseMs } of passages) {
    yield {
      samples,
      words: words.map(({ start, end }, i) => {
        const { text, charStart, charEnd } = sentence.words[i]!;
        return { word: text, start, end, charStart, charEnd };
      }),
      phonemes: [...phonemes],
      visemes: visemesOf(phonemes, samples.length / sampleRate),
      charEnd: sentence.charEnd,
      pauseAfter: pauseMs / 1000,
    };
  }
}
