import { AppError } from '@anima/service/errors';
import type { AudioEncoder } from '../../ports/audio-writer.js';
import type { SpokenTimeline } from '../../ports/clip-renderer.js';
import type { JobRecords } from '../../ports/job-records.js';
import type { MediaDraft } from '../../ports/media-store.js';
import type { SpeechEngine, TimedWord } from '../../ports/speech-engine.js';
import { type AwaitedJob, isFinished, type Job } from '../job.js';
import { type JobContext, WaitsForJob } from '../job-handler.js';
import type { MediaRef } from '../media-ref.js';
import { withQuestions } from '../speech/questions.js';
import { type SpeechResult, speakInto } from '../speech/speak-to-file.js';
import type { SpeechPayload } from '../speech/speech-payload.js';
import { type Cue, toCues } from '../speech/subtitles.js';
import { timedExpressions } from '../speech/timed-expressions.js';
import type { ClipSound } from './clip-payload.js';

/** What a clip sounds like. */
export interface ClipSpeech {
  file: MediaRef;
  /** Null where only the sound is known. */
  timeline: SpokenTimeline | null;
  words: readonly TimedWord[];
  cues: readonly Cue[];
  /** What of the text is left out. */
  notes: readonly string[];
}

export interface ClipSoundDependencies {
  speech: Pick<SpeechEngine, 'voices' | 'load' | 'speak'>;
  encoder: AudioEncoder;
  records: Pick<JobRecords, 'byId'>;
}

export type ClipContext = Pick<JobContext, 'signal' | 'progress'>;

/** Lossless between the voice and the clip; removed before the clip is published. */
export const SPOKEN_FILE = 'speech.wav';

/** Speaks the text into the draft, or takes the file or the speech job as it is. Throws WaitsForJob where that one goes on. */
export async function prepareClipSpeech(
  deps: ClipSoundDependencies,
  sound: ClipSound,
  draft: Pick<MediaDraft, 'path'>,
  context: ClipContext,
): Promise<ClipSpeech> {
  switch (sound.kind) {
    case 'file':
      return { file: sound.file, timeline: null, words: [], cues: [], notes: [] };
    case 'speech_job': {
      const job = requireSpeech(await deps.records.byId(sound.jobId), sound.jobId);
      if (!isFinished(job.status)) throw new WaitsForJob(awaitedSpeech(sound)!);
      return soundOfJob(job);
    }
    case 'text':
      return speakText(deps, sound, draft, context);
  }
}

async function speakText(
  { speech, encoder }: ClipSoundDependencies,
  request: ClipSound & { kind: 'text' },
  draft: Pick<MediaDraft, 'path'>,
  context: ClipContext,
): Promise<ClipSpeech> {
  context.progress(0, 'loading the voice');
  await speech.load(request.voice, context.signal);
  const { sampleRate } = speech.voices.find(({ name }) => name === request.voice)!;
  const path = draft.path(SPOKEN_FILE);
  const writer = await encoder.open(path, 'wav', { input: sampleRate, output: sampleRate });
  const spoken = await speakInto(writer, { engine: speech, voiceRate: sampleRate, request }, context);
  return {
    file: { kind: 'local_file', path },
    timeline: {
      duration: spoken.seconds(),
      phonemes: spoken.phonemes,
      words: withQuestions(request.text, spoken.words),
      expressions: timedExpressions(request.marks ?? [], spoken.words),
    },
    words: spoken.words,
    cues: toCues(request.text, spoken.words),
    notes: request.notes ?? [],
  };
}

/** The speech job that has to end before it can be heard. */
export function awaitedSpeech(sound: ClipSound): AwaitedJob | null {
  return sound.kind === 'speech_job' ? { jobId: sound.jobId, stage: 'waiting for the speech' } : null;
}

/** Refuses what is no speech job, and one that has come to nothing. */
export function requireSpeech(job: Job | null, jobId: string): Job {
  if (job === null || job.kind !== 'tts')
    throw new AppError('speech_job_not_found', `Expected the id of a speech job, received ${jobId}`);
  if (job.status === 'failed' || job.status === 'cancelled')
    throw new AppError('speech_job_not_found', `The speech job ${jobId} has ${job.status}: speak it again`);
  return job;
}

function soundOfJob(job: Job): ClipSpeech {
  const { words, phonemes, duration_seconds: duration } = job.result as SpeechResult;
  const timed = words.map(({ word, start, end, char_start, char_end }) => ({
    word,
    start,
    end,
    charStart: char_start,
    charEnd: char_end,
  }));
  const { text, marks = [], notes = [] } = job.payload as SpeechPayload;
  return {
    file: job.output!,
    timeline: {
      ...{ duration, phonemes, words: withQuestions(text, timed) },
      expressions: timedExpressions(marks, timed),
    },
    words: timed,
    cues: toCues(text, timed),
    notes,
  };
}
