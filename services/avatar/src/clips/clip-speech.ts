import { AppError } from '@anima/service/errors';
import { type AwaitedJob, isFinished, type Job } from '../jobs/job.js';
import { type JobContext, WaitsForJob } from '../jobs/job-handler.js';
import type { JobRecords } from '../jobs/job-records.js';
import type { MediaRef } from '../media/media-ref.js';
import type { MediaDraft } from '../media/media-store-port.js';
import type { AudioEncoder } from '../speech/audio-writer.js';
import { withQuestions } from '../speech/questions.js';
import { type SpeechResult, speakInto } from '../speech/speak-to-file.js';
import type { SpeechEngine, TimedWord } from '../speech/speech-engine.js';
import type { SpeechPayload } from '../speech/speech-payload.js';
import { type Cue, toCues } from '../speech/subtitles.js';
import { timedExpressions } from '../speech/timed-expressions.js';
import type { ClipSound } from './clip-payload.js';
import type { SpokenTimeline } from './clip-renderer.js';

/** The speech of a clip. */
export interface ClipSpeech {
  file: MediaRef;
  /** Null if only the audio is known. */
  timeline: SpokenTimeline | null;
  words: readonly TimedWord[];
  cues: readonly Cue[];
  /** Notes about omitted parts of the text. */
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

/**
 * Synthesises the text to the draft, or uses the given file or speech job. Throws `WaitsForJob` if that job
 * is running.
 */
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

/** Returns the speech job that the clip waits for. */
export function awaitedSpeech(sound: ClipSound): AwaitedJob | null {
  return sound.kind === 'speech_job' ? { jobId: sound.jobId, stage: 'waiting for the speech' } : null;
}

/** Rejects a job that is not speech, and a failed one. */
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
