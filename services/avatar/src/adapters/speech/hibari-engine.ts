import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { AppError } from '@anima/service';
import { VOICES } from '@anima/speech';
import type { SpeechEngine, SpeechPart, VoiceDescription } from '../../ports/speech-engine.js';
import type { Ask, Reply } from './protocol.js';

/** The built file, also where this one runs from its source. */
const processFile = createRequire(import.meta.url).resolve(
  '@anima/avatar/dist/adapters/speech/speech-process.js',
);
const SAMPLE_RATE = 24_000;

/** An ask, whichever it is, before it has its number. */
type Question = Ask extends infer A ? (A extends Ask ? Omit<A, 'id'> : never) : never;

/** The voice that ships, in a process of its own, which is started when it is first needed and again after a crash. */
export function createHibariEngine(options: {
  /** Of the files of the model; its voices share them. */
  sizeBytes: number;
  onCrash: (detail: string) => void;
}): SpeechEngine {
  const voices = VOICES.map(
    ({ name, gender, description }): VoiceDescription => ({
      name,
      language: 'en-US',
      gender,
      description,
      sampleRate: SAMPLE_RATE,
      sizeBytes: options.sizeBytes,
      licence: 'Apache-2.0',
    }),
  );
  let speaker: Speaker | null = null;
  let loaded = false;
  let closed = false;

  function running(): Speaker {
    if (closed) throw new AppError('unavailable', 'The service is stopping');
    speaker ??= startSpeaker((detail) => {
      speaker = null;
      loaded = false;
      if (!closed) options.onCrash(detail);
    });
    return speaker;
  }

  return {
    name: 'hibari',
    voices,
    get isLoaded() {
      return loaded;
    },

    async load() {
      await running().ask({ type: 'load' });
      loaded = true;
    },

    async check(text, lexicon) {
      await running().ask({ type: 'check', text, lexicon });
      loaded = true;
    },

    async *speak(request, signal): AsyncGenerator<SpeechPart> {
      const talker = running();
      const id = talker.number();
      try {
        let reply = await talker.ask({ type: 'speak', request }, id);
        for (; reply.type === 'part'; reply = await talker.ask({ type: 'next' }, id)) {
          loaded = true;
          yield reply.part;
          signal.throwIfAborted();
        }
      } finally {
        await talker.ask({ type: 'stop' }, id).catch(() => {});
      }
    },

    async close() {
      closed = true;
      await speaker?.end();
    },
  };
}

interface Speaker {
  number(): number;
  /** Rejects with what the process refuses, or when it ends. */
  ask(question: Question, id?: number): Promise<Reply>;
  end(): Promise<void>;
}

function startSpeaker(onEnd: (detail: string) => void): Speaker {
  const child: ChildProcess = fork(processFile, {
    // Samples travel as they are, not as JSON.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--optimize-for-size'],
  });
  let words = '';
  child.stderr!.on('data', (chunk) => {
    words = (words + chunk).slice(-2_000);
  });
  const waiting = new Map<number, { resolve: (reply: Reply) => void; reject: (error: unknown) => void }>();
  let last = 0;
  let ended = false;

  const exited = new Promise<void>((resolve) => {
    const finish = (detail: string) => {
      if (ended) return;
      ended = true;
      const error = new AppError(
        'engine_crashed',
        'The process that speaks ended in the middle of it; try again',
      );
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
      onEnd(detail);
      resolve();
    };
    child.once('error', (error) => finish(String(error)));
    child.once('exit', (code, signal) => finish(`ended with ${signal ?? code}: ${words}`));
  });

  child.on('message', (reply: Reply) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.type !== 'failed') asked?.resolve(reply);
    else if (reply.code === null) asked?.reject(new Error(reply.message));
    else asked?.reject(new AppError(reply.code, reply.message));
  });

  const number = () => ++last;
  return {
    number,
    ask: (question, id = number()) =>
      new Promise((resolve, reject) => {
        if (ended) throw new AppError('engine_crashed', 'The process that speaks has ended; try again');
        waiting.set(id, { resolve, reject });
        child.send({ ...question, id } as Ask);
      }),
    async end() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
