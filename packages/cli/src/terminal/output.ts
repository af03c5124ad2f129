import { safeJson, safeText } from './safe-text.js';
import { padded, widthOf, wrapped } from './width.js';

/** A destination of text: stdout, stderr, or a stream of a test. */
export interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const styles = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;
export type Style = keyof typeof styles;

/** A part of a line. Its text is escaped when it is written, so that texts of others cannot control the terminal. */
export type Piece = string | { text: string; style: Style };
export const bold = (text: string): Piece => ({ text, style: 'bold' });
export const dim = (text: string): Piece => ({ text, style: 'dim' });
export const red = (text: string): Piece => ({ text, style: 'red' });
export const green = (text: string): Piece => ({ text, style: 'green' });
export const yellow = (text: string): Piece => ({ text, style: 'yellow' });

/** Output of a command: lines of text, or one document with --json. */
export interface Output {
  readonly isJson: boolean;
  /** Width at which lines wrap; null if lines do not wrap, as in a pipe. */
  readonly columns: number | null;
  /** Prints the result: the document with --json, else the lines that `print` writes. */
  answer(document: unknown, print: () => void): void;
  /** Prints a line. */
  say(...pieces: Piece[]): void;
  /** Prints a text, wrapped and indented. */
  block(text: string, indent?: number): void;
  table(rows: readonly (readonly string[])[]): void;
  /** Prints a line on stderr; nothing with --json. */
  note(...pieces: Piece[]): void;
}

export function createOutput(streams: {
  out: Stream;
  err: Stream;
  env: NodeJS.ProcessEnv;
  isJson: boolean;
}): Output {
  const { out, err, env, isJson } = streams;
  const columns = out.isTTY ? Math.max(20, out.columns ?? 80) : null;
  const say = (...pieces: Piece[]) => void out.write(`${rendered(pieces, hasColours(out, env))}\n`);
  return {
    ...{ isJson, columns, say },
    answer: (document, print) => {
      if (isJson) out.write(`${safeJson(JSON.stringify(document, null, 2))}\n`);
      else print();
    },
    block: (text, indent = 0) => {
      const safe = safeText(text);
      const lines = columns === null ? safe.split('\n') : wrapped(safe, columns - indent);
      for (const line of lines) say(' '.repeat(indent) + line);
    },
    table: (rows) => {
      const safe = rows.map((row) => row.map((cell) => safeText(cell)));
      const widths: number[] = [];
      for (const row of safe)
        for (const [index, cell] of row.entries())
          widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
      for (const row of safe)
        say(
          row
            .map((cell, index) => padded(cell, widths[index]!))
            .join('  ')
            .trimEnd(),
        );
    },
    note: (...pieces) => {
      if (!isJson) err.write(`${rendered(pieces, hasColours(err, env))}\n`);
    },
  };
}

/** Applies NO_COLOR and FORCE_COLOR as no-color.org and Node.js define them. */
export function hasColours(stream: Stream, env: NodeJS.ProcessEnv): boolean {
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return env.FORCE_COLOR !== '0';
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  return stream.isTTY === true && env.TERM !== 'dumb';
}

export function rendered(pieces: readonly Piece[], coloured: boolean): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return safeText(piece);
      const [on, off] = styles[piece.style];
      return coloured ? `\x1b[${on}m${safeText(piece.text)}\x1b[${off}m` : safeText(piece.text);
    })
    .join('');
}
