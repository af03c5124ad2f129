import { Transform, type TransformCallback } from 'node:stream';

/** Maximum number of bytes in one message. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

/** The error of a line, as the error of a JSON-RPC response. */
export interface LineError {
  code: -32700 | -32600;
  message: string;
}

/**
 * Passes lines that contain one JSON-RPC message each. Reports all other lines, because the client would
 * otherwise wait for a response: lines that are not UTF-8 or not JSON, batches, and lines that are too long.
 * A byte order mark before the first line is skipped.
 */
export class CheckedLines extends Transform {
  readonly #report: (error: LineError) => void;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #isFirst = true;

  constructor(report: (error: LineError) => void) {
    super();
    this.#report = report;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#take(chunk.subarray(from, end));
      this.#end();
      from = end + 1;
    }
    this.#take(chunk.subarray(from));
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#end();
    done();
  }

  #take(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > MAX_LINE_BYTES) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #end(): void {
    const line = Buffer.concat(this.#pieces);
    const isTooLong = this.#bytes > MAX_LINE_BYTES;
    this.#pieces = [];
    this.#bytes = 0;
    const text = isTooLong ? '' : this.#read(line);
    if (isTooLong)
      this.#report({ code: -32600, message: `Expected a message of at most ${MAX_LINE_BYTES} bytes` });
    else if (text !== null && text.trim() !== '' && this.#isMessage(text)) this.push(`${text}\n`);
  }

  #read(line: Buffer): string | null {
    try {
      // Decoding skips a byte order mark, which only the first line may have.
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: !this.#isFirst }).decode(line);
      if (line.length > 0) this.#isFirst = false;
      return text;
    } catch {
      this.#report({ code: -32700, message: 'Parse error: expected UTF-8, received other bytes' });
      return null;
    }
  }

  #isMessage(text: string): boolean {
    try {
      if (!Array.isArray(JSON.parse(text))) return true;
      this.#report({ code: -32600, message: 'Expected one message a line, received a batch' });
    } catch {
      this.#report({ code: -32700, message: 'Parse error: expected a JSON-RPC message in one line' });
    }
    return false;
  }
}
