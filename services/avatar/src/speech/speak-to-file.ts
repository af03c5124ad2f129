import { type JobContext, type JobHandler, withDraft } from '../jobs/job-handler.js';
import type { MediaStore } from '../media/media-store-port.js';
import type { AudioEncoder, AudioWriter } from './audio-writer.js';
import {
  type SpeechEngine,
  type SpeechPart,
  type SpeechRequest,
  type SpokenPhoneme,
  type TimedWord,
  type WordRecord,
  wordRecord,
} from './speech-engine.js';
import type { SpeechPayload } from './speech-payload.js';
import { type SubtitleFiles, toCues, toSrt, toVtt } from './subtitles.js';

export interface SpeechJobDependencies {
  engine: Pick<SpeechEngine, 'voices' | 'isLoaded' | 'load' | 'speak'>;
  encoder: AudioEncoder;
  media: Pick<MediaStore, 'begin'>;
}

export interface SpeechResult {
  duration_seconds: number;
  sample_rate: number;
  format: string;
  voice: string;
  words: WordRecord[];
  phonemes: SpokenPhoneme[];
  visemes: { viseme: string; start: number; end: number }[];
  subtitles: SubtitleFiles;
  /** Notes about parts of the text that are omitted or spoken differently. */
  notes: readonly string[];
}

/** Speaks a text into a file, sentence by sentence: each is on the disk before the next is begun. */
export function createSpeechHandler({ engine, encoder, media }: SpeechJobDependencies): JobHandler {
  return async (job, { signal, progress, assertOurs }) => {
    const payload = job.payload as SpeechPayload;
    if (engine.isLoaded(payload.voice)) progress(0, 'speaking');
    else {
      progress(0, 'loading the voice');
      await engine.load(payload.voice, signal);
    }
    const { sampleRate: voiceRate } = engine.voices.find(({ name }) => name === payload.voice)!;
    const sampleRate = payload.sampleRate ?? voiceRate;
    const name = `speech.${payload.format}`;
    return withDraft(media, ['audio', job.jobId], async (draft) => {
      const writer = await encoder.open(draft.path(name), payload.format, {
        input: voiceRate,
        output: sampleRate,
      });
      const spoken = await speakInto(writer, { engine, voiceRate, request: payload }, { signal, progress });
      const cues = toCues(payload.text, spoken.words);
      await draft.write('speech.srt', toSrt(cues));
      await draft.write('speech.vtt', toVtt(cues));
      signal.throwIfAborted();
      await assertOurs();
      const files = await draft.publish();
      const result: SpeechResult = {
        duration_seconds: spoken.seconds(),
        sample_rate: sampleRate,
        format: payload.format,
        voice: payload.voice,
        words: spoken.words.map(wordRecord),
        phonemes: spoken.phonemes,
        visemes: spoken.visemes,
        subtitles: { srt: files.get('speech.srt')!, vtt: files.get('speech.vtt')! },
        notes: payload.notes ?? [],
      };
      return { output: files.get(name)!, result };
    });
  };
}

/** Synthesises a text to a writer, and finishes or aborts the writer. */
export async function speakInto(
  writer: AudioWriter,
  order: { engine: Pick<SpeechEngine, 'speak'>; voiceRate: number; request: SpeechRequest },
  { signal, progress }: Pick<JobContext, 'signal' | 'progress'>,
): Promise<SpokenTimes> {
  const spoken = createTimeline(order.voiceRate);
  // An encoder that hangs is not waited for.
  const giveUp = () => void writer.abort().catch(() => {});
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    for await (const part of order.engine.speak(order.request, signal)) {
      signal.throwIfAborted();
      await writer.write(part.samples);
      spoken.append(part);
      progress(part.charEnd / order.request.text.length, 'speaking');
    }
    await writer.finish();
  } catch (error) {
    await writer.abort();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
  return spoken;
}

export type SpokenTimes = ReturnType<typeof createTimeline>;

/** Collects consecutive parts with times in seconds of the whole. */
function createTimeline(sampleRate: number) {
  const words: TimedWord[] = [];
  const phonemes: SpokenPhoneme[] = [];
  const visemes: SpeechPart['visemes'][number][] = [];
  let samples = 0;
  return {
    words,
    phonemes,
    visemes,
    append(part: SpeechPart): void {
      const offset = samples / sampleRate;
      const shifted = <T extends { start: number; end: number }>(timed: T): T => ({
        ...timed,
        start: toMicroseconds(timed.start + offset),
        end: toMicroseconds(timed.end + offset),
      });
      words.push(...part.words.map(shifted));
      phonemes.push(...part.phonemes.map(shifted));
      visemes.push(...part.visemes.map(shifted));
      samples += part.samples.length;
    },
    seconds: () => toMicroseconds(samples / sampleRate),
  };
}

/** Seconds without the dust of binary fractions. */
function toMicroseconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
