import { readableBytes } from '../model.js';
import type { Progress } from './command.js';

/** Step in percent if the output is not a terminal. */
const PLAIN_STEP = 10;
/** Minimum time between two updates of a terminal, in ms. */
const REDRAW_MS = 100;

interface Terminal {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Updates one line on a terminal; writes a line for every tenth otherwise. */
export function createProgress(out: Terminal): Progress {
  return out.isTTY ? changingLine(out) : plainLines(out);
}

function changingLine(out: Terminal): Progress {
  let shownAt = 0;
  let first: { what: string; bytes: number; at: number } | null = null;
  return {
    show: (what, bytes, total) => {
      const now = Date.now();
      if (first?.what !== what) first = { what, bytes, at: now };
      if (now - shownAt < REDRAW_MS && bytes !== total) return;
      shownAt = now;
      const rate = ((bytes - first.bytes) / Math.max(1, now - first.at)) * 1000;
      const line = `${what}  ${amount(bytes, total)}  ${readableBytes(Math.round(rate))}/s`;
      out.write(`\r${line.slice(0, Math.max(20, (out.columns ?? 80) - 1))}\x1b[K`);
    },
    clear: () => {
      if (first !== null) out.write('\r\x1b[K');
      first = null;
    },
  };
}

function plainLines(out: Terminal): Progress {
  let last = { what: '', step: -1 };
  return {
    show: (what, bytes, total) => {
      const step = total === null ? 0 : Math.floor((100 * bytes) / total / PLAIN_STEP);
      if (last.what === what && last.step === step) return;
      last = { what, step };
      out.write(`${what}  ${amount(bytes, total)}\n`);
    },
    clear: () => {},
  };
}

function amount(bytes: number, total: number | null): string {
  if (total === null) return readableBytes(bytes);
  return `${Math.floor((100 * bytes) / total)} % of ${readableBytes(total)}`;
}
