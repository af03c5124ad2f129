import { AppError } from '@anima/service/errors';
import { prepareText, TextRefusal } from '@anima/speech';
import type { Lexicon } from '../../ports/speech-engine.js';

/** Codes of the service for what a text reader refuses. */
export const refusalCodes: Record<TextRefusal['code'], string> = {
  nothing_to_speak: 'text_empty',
  unsupported_script: 'text_not_speakable',
  invalid_pause: 'pause_invalid',
  invalid_lexicon: 'lexicon_invalid',
};

/** Refuses a text of which that can be told without speaking. */
export function assertSpeakable(text: string, lexicon: Lexicon): void {
  try {
    prepareText(text, { lexicon });
  } catch (error) {
    if (!(error instanceof TextRefusal)) throw error;
    throw new AppError(refusalCodes[error.code], error.message, { cause: error });
  }
}
