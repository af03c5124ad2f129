import type { CommandIo } from '../context.js';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_U = '\u0015';
/** Arrows and other keys that are no letters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
const NO_LETTERS = /\u001b(?:[[O][0-9;]{0,16}[A-Za-z~])?/g;
const BACKSPACES = ['\b', '\u007f'];

/**
 * Asks on a terminal for a line that it does not show.
 * @returns null where it is left with Ctrl-C, Ctrl-D or a signal
 */
export function askHidden(
  { input, err, signal }: Pick<CommandIo, 'input' | 'err' | 'signal'>,
  question: string,
  maxCharacters: number,
): Promise<string | null> {
  return new Promise((resolve) => {
    const typed: string[] = [];
    const end = (answer: string | null) => {
      input.off('data', take);
      signal.removeEventListener('abort', leave);
      input.setRawMode(false);
      input.pause();
      err.write('\n');
      resolve(answer);
    };
    const leave = () => end(null);
    const take = (keys: string) => {
      for (const key of keys.replace(NO_LETTERS, '')) {
        if (key === '\r' || key === '\n') return end(typed.join(''));
        if (key === CTRL_C || key === CTRL_D) return end(null);
        if (key === CTRL_U) typed.length = 0;
        else if (BACKSPACES.includes(key)) typed.pop();
        else if (key >= ' ' && typed.length < maxCharacters) typed.push(key);
      }
    };
    // Before the question: what the terminal shows by itself nobody takes back.
    input.setRawMode(true);
    err.write(question);
    input.setEncoding('utf8');
    input.on('data', take);
    input.resume();
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
  });
}
