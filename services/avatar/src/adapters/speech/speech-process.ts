import { type OpenedModel, openModel } from '@anima/inference';
import {
  createTextReader,
  type SpeakingVoice,
  speakText,
  type TextReader,
  TextRefusal,
  VoiceError,
} from '@anima/speech';
import type { SpeechPart } from '../../ports/speech-engine.js';
import type { OpenVoice, VoiceFamily } from '../../ports/voice-family.js';
import { openedOnce, VoiceUnreadableError } from './open-voices.js';
import type { Ask, Reply } from './protocol.js';
import { refusalCodes } from './refusals.js';
import type { SpeakerSettings } from './speaker.js';
import { toParts } from './speech-parts.js';

/**
 * A process of its own that speaks: what crashes in native code takes one job with it and not the service. It ends when the
 * service does.
 */
const MODEL = 'hibari-heart';

/** The text reader of all families is that of the voice that ships. */
let shipped: Promise<OpenedModel> | null = null;
const settings = JSON.parse(process.argv[2]!) as SpeakerSettings;
let reading: Promise<TextReader> | null = null;
let opening: Promise<OpenVoice> | null = null;
const speaking = new Map<number, AsyncGenerator<SpeechPart>>();
/** Runs that wait for their voice and were not told to stop since. */
const wanted = new Set<number>();

function shippedModel(): Promise<OpenedModel> {
  shipped ??= openModel(MODEL);
  return shipped;
}

function reader(): Promise<TextReader> {
  reading ??= shippedModel().then(({ dir }) => createTextReader(dir));
  return reading;
}

async function openFamily(): Promise<OpenVoice> {
  const [{ family }, { dir }] = await Promise.all([
    import(settings.module) as Promise<{ family: VoiceFamily }>,
    shippedModel(),
  ]);
  return openedOnce(family.open(settings.files, dir));
}

async function voiceOf(name: string): Promise<SpeakingVoice> {
  opening ??= openFamily();
  return (await opening)(name);
}

async function answer(ask: Ask): Promise<Reply> {
  const { id } = ask;
  switch (ask.type) {
    case 'load':
      await Promise.all([reader(), voiceOf(ask.voice)]);
      return { type: 'done', id };
    case 'speak': {
      const { text, lexicon, voice: name, ...options } = ask.request;
      wanted.add(ask.run);
      const [{ sentences }, voice] = await Promise.all([reader(), voiceOf(name)]);
      if (wanted.delete(ask.run))
        speaking.set(ask.run, toParts(speakText(voice, sentences(text, { lexicon }), options)));
      return next(ask);
    }
    case 'next':
      return next(ask);
    case 'stop': {
      wanted.delete(ask.run);
      const spoken = speaking.get(ask.run);
      speaking.delete(ask.run);
      // It returns when the sentence that is being spoken is.
      await spoken?.return(undefined);
      return { type: 'done', id };
    }
  }
}

async function next({ id, run }: { id: number; run: number }): Promise<Reply> {
  const part = await speaking.get(run)?.next();
  if (part === undefined || part.done) {
    speaking.delete(run);
    return { type: 'done', id };
  }
  return { type: 'part', id, part: part.value };
}

function toFailure(id: number, error: unknown): Reply {
  if (error instanceof TextRefusal)
    return { type: 'failed', id, code: refusalCodes[error.code], message: error.message };
  if (error instanceof VoiceError)
    return { type: 'failed', id, code: 'text_not_speakable', message: error.message };
  if (error instanceof VoiceUnreadableError)
    return { type: 'failed', id, code: 'voice_not_found', message: error.message };
  return {
    type: 'failed',
    id,
    code: null,
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

process.on('message', (ask: Ask) => {
  answer(ask)
    .catch((error: unknown) => {
      if ('run' in ask) {
        wanted.delete(ask.run);
        speaking.delete(ask.run);
      }
      return toFailure(ask.id, error);
    })
    .then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
// The service decides when to stop; a Ctrl-C reaches this process too.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
