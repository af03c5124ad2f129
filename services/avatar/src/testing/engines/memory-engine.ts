import { AppError } from '@anima/service/errors';
import { type SpeakingVoice, type SpokenSentence, speakText } from '@anima/speech';
import { assertSpeakable, toParts } from '../../speech/errors.js';
import type { SpeechEngine } from '../../speech/speech-engine.js';
import type { FoundVoices } from '../../speech/voice-family.js';
import { family } from './beep-family/family.js';

/** An engine without a process or a model: the tones of the family beep, for words as they are written. */
export function createMemoryEngine(): SpeechEngine {
  const { voices, files } = family.find({ roots: [], onLeftOut: () => {} }) as FoundVoices<
    Record<string, number>
  >;
  const open = family.open(files, '');
  const opened = new Map<string, SpeakingVoice>();
  let isClosed = false;

  async function load(name: string): Promise<SpeakingVoice> {
    if (isClosed) throw new AppError('unavailable', 'The service is stopping');
    const voice = opened.get(name) ?? (await open(name));
    opened.set(name, voice);
    return voice;
  }

  return {
    name: family.name,
    voices,
    isLoaded: (voice) => opened.has(voice),
    load: async (voice) => void (await load(voice)),
    check: async ({ text, lexicon }) => assertSpeakable(text, lexicon),
    async *speak({ text, voice, ...options }, signal) {
      signal.throwIfAborted();
      for await (const part of toParts(speakText(await load(voice), sentencesOf(text), options))) {
        yield part;
        signal.throwIfAborted();
      }
    },
    async close() {
      isClosed = true;
    },
  };
}

/** Letters for phonemes. */
function* sentencesOf(text: string): Generator<SpokenSentence> {
  for (const { index, 0: sentence } of text.matchAll(/[^.!?]+[.!?]*/g)) {
    const found = [...sentence.matchAll(/[\p{L}\p{N}]+/gu)];
    if (found.length === 0) continue;
    const words = found.map(({ index: at, 0: word }) => ({
      text: word,
      charStart: index + at,
      charEnd: index + at + word.length,
    }));
    const spans = found.map(({ index: start, 0: word }) => ({ start, end: start + word.length }));
    const [charStart, charEnd] = [words[0]!.charStart, words.at(-1)!.charEnd];
    yield { charStart, charEnd, words, spans, phonemes: sentence, pauseMs: 0 };
  }
}
