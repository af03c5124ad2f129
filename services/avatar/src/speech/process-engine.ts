import { setImmediate } from 'node:timers/promises';
import { AppError } from '@anima/service/errors';
import { ProcessStopped } from '../processes/worker-process.js';
import { assertSpeakable } from './errors.js';
import type { SpeechEngine, SpeechPart, SpeechRequest } from './speech-engine.js';
import { type SpeechWorker, startSpeechWorker } from './speech-worker.js';
import type { FoundVoices, VoiceFamily } from './voice-family.js';

export interface ProcessEngineOptions {
  family: Pick<VoiceFamily, 'name' | 'module' | 'isOneNetwork'>;
  found: FoundVoices;
  onCrash: (detail: string) => void;
  /** Ten seconds, if not given. */
  stopMs?: number;
  /** How a process is started; a test brings its own. */
  start?: typeof startSpeechWorker;
}

/** Longer than the longest sentence on a slow machine: a call that runs longer after an abort hangs. */
const STOP_MS = 10_000;

/**
 * Runs a family of voices in a separate process, which starts on demand and again after a crash. An aborted
 * call rejects immediately. If the process does not end that call in time, it is killed, and the other calls
 * continue in a new process: the same text gives the same parts, and parts that were already returned are
 * skipped.
 */
export function createProcessEngine(options: ProcessEngineOptions): SpeechEngine {
  const { family, onCrash, stopMs = STOP_MS, start = startSpeechWorker } = options;
  const { voices, files } = options.found;
  let speaker: SpeechWorker | null = null;
  let closed = false;
  let runs = 0;
  const loaded = new Set<string>();

  function running(): SpeechWorker {
    if (closed) throw new AppError('unavailable', 'The service is stopping');
    speaker ??= start({ module: family.module, files }, stopMs, onEnd);
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
      // Lets other work run between the texts of a batch.
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

/** Rejects as soon as the signal aborts, whatever the process does. */
function released<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
