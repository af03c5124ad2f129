import { AppError } from '@anima/service/errors';
import { prepareText, TextRefusal } from '@anima/speech';
import type { Lexicon } from './speech-engine.js';

/** Codes of the service for what a text reader refuses. */
export const refusalCodes: Record<TextRefusal['code'], string> = {
  nothing_to_speak: 'text_empty',
  unsupported_script: 'text_not_speakable',
  invalid_lexicon: 'lexicon_invalid',
};

/** Notes about what of a text is left out; refuses a text of which nothing can be spoken. */
export function assertSpeakable(text: string, lexicon: Lexicon): readonly string[] {
  try {
    return prepareText(text, { lexicon }).notes;
  } catch (error) {
    if (!(error instanceof TextRefusal)) throw error;
    throw new AppError(refusalCodes[error.code], error.message, { cause: error });
  }
}
