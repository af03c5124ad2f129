import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface PatternToMeasure {
  readonly id: string;
  readonly source: string;
  readonly flags: string;
  /** Maximum length of its texts in characters; absent: unlimited. */
  readonly longest?: number;
}

export interface PatternFault {
  readonly id: string;
  /** The slow text. */
  readonly text: string;
  readonly found: string;
}

type Message = { trying: string; text: string } | { done: string; fault: Omit<PatternFault, 'id'> | null };

/** A match without a report for this time counts as endless, also on a busy machine. */
const SILENCE_MS = 60_000;

/** Measures all patterns in sequence; replaces a process with an endless match. */
export async function measurePatterns(
  patterns: readonly PatternToMeasure[],
  silenceMs = SILENCE_MS,
): Promise<PatternFault[]> {
  const faults: PatternFault[] = [];
  let left = [...patterns];
  while (left.length > 0) {
    const { done, found, endless } = await measureInProcess(left, silenceMs);
    faults.push(...found, ...(endless === null ? [] : [endless]));
    if (done.size === 0 && endless === null)
      throw new Error('Expected the measuring process to measure, it ended');
    left = left.filter(({ id }) => !done.has(id) && id !== endless?.id);
  }
  return faults;
}

function measureInProcess(
  patterns: readonly PatternToMeasure[],
  silenceMs: number,
): Promise<{ done: Set<string>; found: PatternFault[]; endless: PatternFault | null }> {
  const child = fork(fileURLToPath(new URL('measuring-process.mjs', import.meta.url)), { execArgv: [] });
  const done = new Set<string>();
  const found: PatternFault[] = [];
  let endless: PatternFault | null = null;
  let trying = { trying: '', text: '' };
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      endless = { id: trying.trying, text: trying.text, found: 'it did not end' };
      child.kill('SIGKILL');
    };
    let timer = setTimeout(giveUp, silenceMs);
    child.on('message', (message: Message) => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, silenceMs);
      if ('trying' in message) {
        trying = message;
        return;
      }
      done.add(message.done);
      if (message.fault !== null) found.push({ id: message.done, ...message.fault });
    });
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      resolve({ done, found, endless });
    });
    child.send(patterns);
  });
}
