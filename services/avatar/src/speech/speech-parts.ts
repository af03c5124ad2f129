import { type SpokenPassage, visemesOf } from '@anima/speech';
import type { SpeechPart } from './speech-engine.js';

/** What a voice said, as an engine hands it out. */
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
      pauseBehind: pauseMs / 1000,
    };
  }
}
