import { AppError } from '@anima/service/errors';
import type { ForeignFormat } from '../../domain/foreign/formats.js';
import { type ParsedForeign, parseForeign } from '../../domain/foreign/parse-foreign.js';

export interface ParseRequest {
  text: string;
  format: ForeignFormat | null;
  maxContentBytes: number;
}

export type ParseReply =
  /** The first message: all is loaded. */
  | { kind: 'ready' }
  | { kind: 'parsed'; parsed: ParsedForeign }
  | { kind: 'refused'; code: string; message: string };

/** Entry of the process: one text a message. It ends when the service does. */
const send = (answer: ParseReply) => process.send?.(answer);
process.on('message', (request: ParseRequest) => send(reply(request)));
process.on('disconnect', () => process.exit());
// The service decides when to stop; a Ctrl-C reaches this process too.
process.on('SIGINT', () => {});
send({ kind: 'ready' });

function reply({ text, format, maxContentBytes }: ParseRequest): ParseReply {
  try {
    return { kind: 'parsed', parsed: parseForeign(text, format, maxContentBytes) };
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refused', code: error.code, message: error.message };
    // The parser calls itself for each level of lists and quotes.
    if (error instanceof RangeError) {
      const message = 'Expected Markdown that is not nested so deeply';
      return { kind: 'refused', code: 'foreign_file_unreadable', message };
    }
    throw error;
  }
}
