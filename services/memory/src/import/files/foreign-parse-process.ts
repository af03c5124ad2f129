import { type CallError, serve } from '@anima/calls';
import { AppError } from '@anima/service/errors';
import type { ForeignFormat } from '../formats.js';
import { type FileTraits, type ParsedForeign, parseForeign } from '../parse-foreign.js';

export interface ParseRequest {
  text: string;
  format: ForeignFormat | null;
  maxContentBytes: number;
  traits: FileTraits;
}

export interface ParseCalls {
  /** Resolves when all code is loaded. */
  load: { ask: null; answer: null };
  parse: { ask: ParseRequest; answer: ParsedForeign };
}

/** Entry point of the parser process; it parses one text per call. */
serve<ParseCalls>(
  {
    load: () => null,
    parse: ({ text, format, maxContentBytes, traits }) => parseForeign(text, format, maxContentBytes, traits),
  },
  { refusal },
);
// Restores the default action of SIGTERM, which ends a process even if it hangs.
process.removeAllListeners('SIGTERM');

function refusal(error: unknown): CallError | null {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  // The parser recurses for each level of lists and quotes.
  if (error instanceof RangeError)
    return { code: 'foreign_file_unreadable', message: 'Expected Markdown that is not nested so deeply' };
  return null;
}
