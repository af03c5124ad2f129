import { setImmediate } from 'node:timers/promises';
import { AppError } from '@anima/service/errors';
import type { SpeechEngine, SpeechPart, SpeechRequest } from '../../ports/speech-engine.js';
import type { FoundVoices, VoiceFamily } from '../../ports/voice-family.js';
import type { BegunProcesses } from '../begun-processes.js';
import { ProcessStopped } from '../called-process.js';
import { assertSpeakable } from './refusals.js';
import { type SpeechWorker, startSpeechWorker } from './speaker.js';

export interface ProcessEngineOptions {
  family: Pick<VoiceFamily, 'name' | 'module' | 'isOneNetwork'>;
  found: FoundVoices;
  onCrash: (detail: string) => void;
  /** Ten seconds, if not given. */
  stopMs?: number;
  begun?: BegunProcesses | undefined;
  /** How a process is started; a test brings its own. */
  start?: typeof startSpeechWorker;
}

/** The longest sentence takes less on a slow machine: what was told to stop and is not at its end by then hangs. */
const STOP_MS = 10_000;

/**
 * A family of voices in a process of its own, which is started when it is first needed and again after a crash. Who aborts a call is
 * released at once; the process is told, and killed where it does not end the call in time. Other calls are then taken up again in a new
 * process: the same text gives the same parts, of which those that were handed out are left out.
 */
export function createProcessEngine(options: ProcessEngineOptions): SpeechEngine {
  const { family, onCrash, stopMs = STOP_MS, begun, start = startSpeechWorker } = options;
  const { voices, files } = options.found;
  let speaker: SpeechWorker | null = null;
  let closed = false;
  let runs = 0;
  const loaded = new Set<string>();

  function running(): SpeechWorker {
    if (closed) throw new AppError('unavailable', 'The service is stopping');
    speaker ??= start({ module: family.module, files }, stopMs, onEnd, begun);
    return speaker;
  }

  function onEnd(detail: string): void {
    speaker = null;
    loaded.clear();
    if (!closed) onCrash(detail);
  }

  function markLoaded(voice: string): void {
    for (const { name } of voices) if (family.isOneNetwork || name === voice) loaded.add(name);
  }

  /** Calls again where the process was killed because of another call. */
  async function answered(call: (talker: SpeechWorker) => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await call(running());
        return;
      } catch (error) {
        if (!(error instanceof ProcessStopped)) throw error;
      }
    }
  }

  async function* partsOf(
    talker: SpeechWorker,
    request: SpeechRequest,
    signal: AbortSignal,
  ): AsyncGenerator<SpeechPart> {
    const run = ++runs;
    try {
      let part = await released(talker.ask('begin', { run, request }, { signal }), signal);
      while (part !== null) {
        markLoaded(request.voice);
        yield part;
        part = await released(talker.ask('next', { run }, { signal }), signal);
      }
    } finally {
      // A process that has ended has left.
      talker.ask('leave', { run }).catch(() => {});
    }
  }

  return {
    name: family.name,
    voices,
    isLoaded: (voice) => loaded.has(voice),

    async load(voice, signal = NEVER) {
      await answered((talker) => released(talker.ask('load', { voice }, { signal }), signal));
      markLoaded(voice);
    },

    async check({ text, lexicon }) {
      // Texts of a batch are checked one after the other: others are served in between.
      await setImmediate();
      return assertSpeakable(text, lexicon);
    },

    async *speak(request, signal): AsyncGenerator<SpeechPart> {
      let given = 0;
      for (;;) {
        let left = given;
        try {
          for await (const part of partsOf(running(), request, signal)) {
            if (left-- > 0) continue;
            given++;
            yield part;
            signal.throwIfAborted();
          }
          return;
        } catch (error) {
          if (!(error instanceof ProcessStopped)) throw error;
        }
      }
    },

    async close() {
      closed = true;
      await speaker?.close();
    },
  };
}

const NEVER = new AbortController().signal;

/** Rejects as soon as the signal says so, whatever the process does. */
function released<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
