import type { TextRefusal } from '@anima/speech';

/** Codes of the service for what a text reader refuses. */
export const refusalCodes: Record<TextRefusal['code'], string> = {
  nothing_to_speak: 'text_empty',
  unsupported_script: 'text_not_speakable',
  invalid_pause: 'pause_invalid',
  invalid_lexicon: 'lexicon_invalid',
};
