import { type CallError, serve } from '@anima/calls';
import { AppError } from '@anima/service/errors';
import type { ForeignFormat } from '../../domain/foreign/formats.js';
import { type ParsedForeign, parseForeign } from '../../domain/foreign/parse-foreign.js';

export interface ParseRequest {
  text: string;
  format: ForeignFormat | null;
  maxContentBytes: number;
}

export interface ParseCalls {
  /** Answered when all is loaded. */
  load: { ask: null; answer: null };
  parse: { ask: ParseRequest; answer: ParsedForeign };
}

/** Entry of the process that parses, one text a call. */
serve<ParseCalls>(
  {
    load: () => null,
    parse: ({ text, format, maxContentBytes }) => parseForeign(text, format, maxContentBytes),
  },
  { refusal },
);
// One that hangs hears nothing: where the service is gone, this ends it still.
process.removeAllListeners('SIGTERM');

function refusal(error: unknown): CallError | null {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  // The parser calls itself for each level of lists and quotes.
  if (error instanceof RangeError)
    return { code: 'foreign_file_unreadable', message: 'Expected Markdown that is not nested so deeply' };
  return null;
}
