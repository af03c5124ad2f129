import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { AppError } from '@anima/service';
import type { Ask, Reply } from './protocol.js';
import type { VoiceFamily } from './voice-family.js';

/** The built file, also where this one runs from its source. */
const processFile = createRequire(import.meta.url).resolve(
  '@anima/avatar/dist/adapters/speech/speech-process.js',
);

/** An ask, whichever it is, before it has its number. */
type Question = Ask extends infer A ? (A extends Ask ? Omit<A, 'id'> : never) : never;

/** A process that speaks with the voices of one family. */
export interface Speaker {
  number(): number;
  /** Rejects with what the process refuses, or when it ends. */
  ask(question: Question, id?: number): Promise<Reply>;
  end(): Promise<void>;
}

export function startSpeaker(family: VoiceFamily, onEnd: (detail: string) => void): Speaker {
  const child: ChildProcess = fork(processFile, [JSON.stringify(family)], {
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
