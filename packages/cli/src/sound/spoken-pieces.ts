import { stripExpressionTags } from '@anima/face/expressions';

/** Characters after which a sentence that has not ended is split at a space. */
const MAX_PIECE_CHARACTERS = 2_000;
const SENTENCE_ENDS = new Set(['.', '!', '?', '…', '。', '！', '？']);

/**
 * Splits a text that arrives in parts of any size into sentences, each as soon as it is complete. Expression tags without a
 * text are added to the next sentence; tags after the last sentence are omitted.
 */
export async function* spokenPieces(
  texts: AsyncIterable<string> | readonly string[],
): AsyncGenerator<string, void, void> {
  let marks = '';
  let isFirst = true;
  for await (const piece of piecesOf(texts)) {
    if (stripExpressionTags(piece).trim() === '') {
      marks += `${piece} `;
      continue;
    }
    yield marks + piece;
    [marks, isFirst] = ['', false];
  }
  if (isFirst && marks !== '') yield marks.trim();
}

async function* piecesOf(
  texts: AsyncIterable<string> | readonly string[],
): AsyncGenerator<string, void, void> {
  let rest = '';
  for await (const text of texts) {
    rest += text;
    for (let cut = cutOf(rest); cut > 0; cut = cutOf(rest)) {
      const piece = rest.slice(0, cut).trim();
      rest = rest.slice(cut);
      if (piece !== '') yield piece;
    }
  }
  if (rest.trim() !== '') yield rest.trim();
}

/** Returns the end of the first complete line or sentence, 0 if none is complete. */
function cutOf(text: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\n') return at + 1;
    if (SENTENCE_ENDS.has(text[at]!) && text[at + 1] === ' ') return at + 1;
    if (at >= MAX_PIECE_CHARACTERS && text[at] === ' ') return at;
  }
  return 0;
}
