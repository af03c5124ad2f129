import { AppError } from '@anima/service/errors';
import type { AudioEncoder } from '../../ports/audio-writer.js';
import type { SpokenTimeline } from '../../ports/clip-renderer.js';
import type { JobStore } from '../../ports/job-store.js';
import type { MediaDraft } from '../../ports/media-store.js';
import type { SpeechEngine, TimedWord } from '../../ports/speech-engine.js';
import { isFinished, type Job } from '../job.js';
import type { JobContext } from '../job-runner.js';
import type { MediaRef } from '../media-ref.js';
import { withQuestions } from '../speech/questions.js';
import { type SpeechResult, speakInto } from '../speech/speak-to-file.js';
import type { SpeechPayload } from '../speech/speech-payload.js';
import { type Cue, toCues } from '../speech/subtitles.js';
import type { ClipSound } from './clip-payload.js';

/** What a clip sounds like. */
export interface HeardSound {
  file: MediaRef;
  /** Null where only the sound is known. */
  timeline: SpokenTimeline | null;
  words: readonly TimedWord[];
  cues: readonly Cue[];
}

export interface ClipSoundDependencies {
  engine: Pick<SpeechEngine, 'voices' | 'load' | 'speak'>;
  encoder: AudioEncoder;
  store: Pick<JobStore, 'byId'>;
}

export type ClipContext = Pick<JobContext, 'signal' | 'progress'>;

/** Lossless between the voice and the clip; removed before the clip is published. */
export const SPOKEN_FILE = 'speech.wav';
const POLL_MS = 200;

/** Speaks the text into the draft, waits for the speech job, or takes the file as it is. */
export async function hearSound(
  deps: ClipSoundDependencies,
  sound: ClipSound,
  draft: Pick<MediaDraft, 'path'>,
  context: ClipContext,
): Promise<HeardSound> {
  switch (sound.kind) {
    case 'file':
      return { file: sound.file, timeline: null, words: [], cues: [] };
    case 'speech_job':
      return soundOfJob(await finishedSpeech(deps.store, sound.jobId, context));
    case 'text':
      return speakText(deps, sound, draft, context);
  }
}

async function speakText(
  { engine, encoder }: ClipSoundDependencies,
  request: ClipSound & { kind: 'text' },
  draft: Pick<MediaDraft, 'path'>,
  context: ClipContext,
): Promise<HeardSound> {
  context.progress(0, 'loading the voice');
  await engine.load(request.voice, context.signal);
  const { sampleRate } = engine.voices.find(({ name }) => name === request.voice)!;
  const path = draft.path(SPOKEN_FILE);
  const writer = await encoder.open(path, 'wav', { input: sampleRate, output: sampleRate });
  const spoken = await speakInto(writer, { engine, voiceRate: sampleRate, request }, context);
  return {
    file: { kind: 'local_file', path },
    timeline: {
      duration: spoken.seconds(),
      phonemes: spoken.phonemes,
      words: withQuestions(request.text, spoken.words),
    },
    words: spoken.words,
    cues: toCues(request.text, spoken.words),
  };
}

/** A speech job that was asked for a moment ago may still be running. */
async function finishedSpeech(
  store: Pick<JobStore, 'byId'>,
  jobId: string,
  { signal, progress }: ClipContext,
): Promise<Job> {
  for (;;) {
    const job = requireSpeech(store.byId(jobId), jobId);
    if (isFinished(job.status)) return job;
    progress(0, 'waiting for the speech');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
  }
}

/** Refuses what is no speech job, and one that has come to nothing. */
export function requireSpeech(job: Job | null, jobId: string): Job {
  if (job === null || job.kind !== 'tts')
    throw new AppError('speech_job_not_found', `Expected the id of a speech job, received ${jobId}`);
  if (job.status === 'failed' || job.status === 'cancelled')
    throw new AppError('speech_job_not_found', `The speech job ${jobId} has ${job.status}: speak it again`);
  return job;
}

function soundOfJob(job: Job): HeardSound {
  const { words, phonemes, duration_seconds: duration } = job.result as SpeechResult;
  const timed = words.map(({ word, start, end, char_start, char_end }) => ({
    word,
    start,
    end,
    charStart: char_start,
    charEnd: char_end,
  }));
  const { text } = job.payload as SpeechPayload;
  return {
    file: job.output!,
    timeline: { duration, phonemes, words: withQuestions(text, timed) },
    words: timed,
    cues: toCues(text, timed),
  };
}
