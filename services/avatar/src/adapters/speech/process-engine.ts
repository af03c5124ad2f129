import { setImmediate } from 'node:timers/promises';
import { AppError } from '@anima/service';
import { prepareText, TextRefusal } from '@anima/speech';
import type { SpeechEngine, SpeechPart, VoiceDescription } from '../../ports/speech-engine.js';
import { refusalCodes } from './refusal-codes.js';
import { type Speaker, startSpeaker } from './speaker.js';
import type { VoiceFamily } from './voice-family.js';

export interface ProcessEngineOptions {
  voices: readonly VoiceDescription[];
  family: VoiceFamily;
  onCrash: (detail: string) => void;
  /** For tests: how a process is started. */
  start?: typeof startSpeaker;
}

/** A family of voices in a process of its own, which is started when it is first needed and again after a crash. */
export function createProcessEngine({
  voices,
  family,
  onCrash,
  start = startSpeaker,
}: ProcessEngineOptions): SpeechEngine {
  let speaker: Speaker | null = null;
  let closed = false;
  const loaded = new Set<string>();

  function running(): Speaker {
    if (closed) throw new AppError('unavailable', 'The service is stopping');
    speaker ??= start(family, (detail) => {
      speaker = null;
      loaded.clear();
      if (!closed) onCrash(detail);
    });
    return speaker;
  }

  function markLoaded(voice: string): void {
    // The voices that ship are one network, ready together.
    for (const { name } of voices) if (family.kind === 'hibari' || name === voice) loaded.add(name);
  }

  return {
    name: family.kind,
    voices,
    isLoaded: (voice) => loaded.has(voice),

    async load(voice) {
      const talker = running();
      await talker.call({ type: 'load', id: talker.number(), voice });
      markLoaded(voice);
    },

    async check({ text, lexicon }) {
      // Texts of a batch are checked one after the other: others are served in between.
      await setImmediate();
      try {
        prepareText(text, { lexicon });
      } catch (error) {
        if (!(error instanceof TextRefusal)) throw error;
        throw new AppError(refusalCodes[error.code], error.message, { cause: error });
      }
    },

    async *speak(request, signal): AsyncGenerator<SpeechPart> {
      const talker = running();
      const id = talker.number();
      try {
        let reply = await talker.call({ type: 'speak', id, request });
        for (; reply.type === 'part'; reply = await talker.call({ type: 'next', id })) {
          markLoaded(request.voice);
          yield reply.part;
          signal.throwIfAborted();
        }
      } finally {
        await talker.call({ type: 'stop', id }).catch(() => {});
      }
    },

    async close() {
      closed = true;
      await speaker?.end();
    },
  };
}
