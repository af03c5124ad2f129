import type { CommandIo } from '../context.js';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_U = '\u0015';
/** Escape sequences of arrows and other keys. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character
const NO_LETTERS = /\u001b(?:[[O][0-9;]{0,16}[A-Za-z~])?/g;
const BACKSPACES = ['\b', '\u007f'];

/**
 * Reads a line from a terminal without showing it.
 * @returns null if the prompt ends with Ctrl-C, Ctrl-D or a signal
 */
export function promptHidden(
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
    // Raw mode starts before the prompt, so that the terminal does not echo early keys.
    input.setRawMode(true);
    err.write(question);
    input.setEncoding('utf8');
    input.on('data', take);
    input.resume();
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
  });
}
