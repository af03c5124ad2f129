import { appendFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { serve } from '../serve.js';

/** Calls of the test program. */
export interface TestCalls {
  echo: { ask: unknown; answer: unknown };
  /** Its process and thread. */
  whoAmI: { ask: null; answer: string };
  count: { ask: number; answer: number };
  refuse: { ask: string; answer: null };
  breakDown: { ask: string; answer: null };
  /** Something that cannot be copied. */
  giveFunction: { ask: null; answer: unknown };
  /** A buffer of so many bytes, and how many are left of it in the callee afterwards. */
  giveBuffer: { ask: number; answer: Uint8Array };
  bytesLeft: { ask: null; answer: number };
  /** Waits until the call is aborted. */
  wait: { ask: string; answer: null };
  /** Sets the file in which the program records its steps from now on. */
  noteIn: { ask: string; answer: null };
  /** Blocks the event loop after a confirmation. */
  hang: { ask: null; answer: null };
  die: { ask: 'exit' | 'throw' | 'memory' | 'words'; answer: null };
}

let notes: string | null = null;
let given = new Uint8Array(0);
const note = (line: string) => {
  if (notes !== null) appendFileSync(notes, `${line}\n`);
};

class Refused extends Error {}

serve<TestCalls, [done: number, of: string]>(
  {
    echo: (value) => value,
    whoAmI: () => `${process.pid} ${threadId}`,
    count(to, { progress }) {
      for (let i = 1; i <= to; i++) progress(i, 'counting');
      return to;
    },
    refuse(message) {
      throw new Refused(message);
    },
    async breakDown(message) {
      throw new TypeError(message);
    },
    giveFunction: () => () => {},
    giveBuffer(bytes, { transfer }) {
      given = new Uint8Array(bytes).fill(7);
      transfer(given.buffer as ArrayBuffer);
      return given;
    },
    bytesLeft: () => given.length,
    wait: (name, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          note(`${name} stops`);
          // Delays the end, so that the closing side has to wait.
          setTimeout(() => {
            note(`${name} has stopped`);
            reject(signal.reason);
          }, 20);
        });
      }),
    noteIn(file) {
      notes = file;
      return null;
    },
    hang(_, { progress }) {
      progress(0, 'hangs');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      return null;
    },
    die(how) {
      if (how === 'exit') process.exit(3);
      if (how === 'throw') setImmediate(() => throwing('thrown in the middle'));
      if (how === 'memory')
        for (const allocations: unknown[] = []; ; ) allocations.push(new Array(10_000).fill(0).map(String));
      if (how === 'words') {
        process.stderr.write(`${'much '.repeat(1_000)} its last words\n`, () => process.exit(4));
      }
      return new Promise<null>(() => {});
    },
  },
  {
    refusal: (error) => (error instanceof Refused ? { code: 'refused', message: error.message } : null),
    close: () => note('closed'),
  },
);

function throwing(message: string): never {
  throw new Error(message);
}
