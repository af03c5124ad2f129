import { type CallError, type Handlers, serve } from '@anima/calls';
import { type OpenedModel, openModel, resolveModelsDir } from '@anima/inference';
import {
  createTextReader,
  type SpeakingVoice,
  speakText,
  type TextReader,
  TextRefusal,
  VoiceError,
} from '@anima/speech';
import { refusalCodes, toParts } from './errors.js';
import { VoiceUnreadableError } from './open-voices.js';
import { findPrepared, MODEL } from './prepared-speech.js';
import type { SpeechPart } from './speech-engine.js';
import type { SpeakerSettings, SpeechCalls } from './speech-worker.js';
import type { OpenVoice, VoiceFamily } from './voice-family.js';

/**
 * Creates the handlers of a speech worker. A crash of native code affects one job and not the service. The
 * worker exits with the service.
 */
function createTalker({ module, files }: SpeakerSettings): Handlers<SpeechCalls> {
  /** The text reader of all families is that of the voice that ships. */
  let shipped: Promise<OpenedModel> | null = null;
  let reading: Promise<TextReader> | null = null;
  let opening: Promise<OpenVoice> | null = null;
  const speaking = new Map<number, AsyncGenerator<SpeechPart>>();

  function shippedModel(): Promise<OpenedModel> {
    shipped ??= openModel(MODEL);
    return shipped;
  }

  function reader(): Promise<TextReader> {
    reading ??= openReader();
    return reading;
  }

  async function openReader(): Promise<TextReader> {
    const { dir } = await shippedModel();
    return createTextReader(dir, await findPrepared(resolveModelsDir(), 'tables'));
  }

  async function openFamily(): Promise<OpenVoice> {
    const [{ family }, { dir }] = await Promise.all([
      import(module) as Promise<{ family: VoiceFamily }>,
      shippedModel(),
    ]);
    return family.open(files, dir);
  }

  async function voiceOf(name: string): Promise<SpeakingVoice> {
    opening ??= openFamily();
    return (await opening)(name);
  }

  async function next(run: number): Promise<SpeechPart | null> {
    try {
      const part = await speaking.get(run)?.next();
      if (part !== undefined && !part.done) return part.value;
    } catch (error) {
      speaking.delete(run);
      throw error;
    }
    speaking.delete(run);
    return null;
  }

  return {
    async load({ voice }) {
      await Promise.all([reader(), voiceOf(voice)]);
      return null;
    },

    async begin({ run, request }, { signal }) {
      const { text, lexicon, voice: name, ...options } = request;
      const [{ sentences }, voice] = await Promise.all([reader(), voiceOf(name)]);
      // Its caller may have left while the voice was loaded.
      signal.throwIfAborted();
      speaking.set(run, toParts(speakText(voice, sentences(text, { lexicon }), options)));
      return next(run);
    },

    next: ({ run }) => next(run),

    async leave({ run }) {
      const spoken = speaking.get(run);
      speaking.delete(run);
      // It returns when the sentence that is being spoken is.
      await spoken?.return(undefined);
      return null;
    },
  };
}

function refusal(error: unknown): CallError | null {
  if (error instanceof TextRefusal) return { code: refusalCodes[error.code], message: error.message };
  if (error instanceof VoiceError) return { code: 'text_not_speakable', message: error.message };
  if (error instanceof VoiceUnreadableError) return { code: 'voice_not_found', message: error.message };
  return null;
}

serve<SpeechCalls, [], SpeakerSettings>(createTalker, { refusal });
