import type { Stream } from './output.js';
import { safeLine } from './safe-text.js';
import { cutTo } from './width.js';

/** A line that shows the progress of a long operation, if stderr is a terminal. */
export interface ProgressLine {
  /** @param share From 0 to 1; null if it is unknown. */
  show(what: string, share: number | null): void;
  clear(): void;
  /** Shows the elapsed seconds of an operation that reports no progress. */
  during<Result>(what: string, work: () => Promise<Result>): Promise<Result>;
}

const BAR = 24;

export function createProgressLine(err: Stream, isShown: boolean): ProgressLine {
  if (!isShown || err.isTTY !== true)
    return { show: () => {}, clear: () => {}, during: (_what, work) => work() };
  let isVisible = false;
  const show = (what: string, share: number | null) => {
    isVisible = true;
    const bar = share === null ? '' : `${barOf(share)} ${String(Math.floor(share * 100)).padStart(3)} %  `;
    err.write(`\r${cutTo(`${bar}${safeLine(what)}`, (err.columns || 80) - 1)}\x1b[K`);
  };
  const clear = () => {
    if (isVisible) err.write('\r\x1b[K');
    isVisible = false;
  };
  return {
    ...{ show, clear },
    during: async (what, work) => {
      let seconds = 0;
      show(what, null);
      const timer = setInterval(() => show(`${what}, ${++seconds} s`, null), 1_000);
      try {
        return await work();
      } finally {
        clearInterval(timer);
        clear();
      }
    },
  };
}

function barOf(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * BAR);
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
}
