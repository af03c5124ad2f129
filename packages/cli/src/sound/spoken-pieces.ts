import { stripExpressionTags } from '@anima/face/expressions';

/** A text that grows is cut where a sentence or line ends; what is longer is cut at a blank. */
const LONGEST = 2_000;
const SENTENCE_ENDS = new Set(['.', '!', '?', '…', '。', '！', '？']);

/** Whole sentences of a text that comes in pieces of any size, as soon as they are whole. Empty ones are left out; marks that stand alone
 * go with what follows, and those behind the last sentence with nothing. */
export async function* spokenPieces(texts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let marks = '';
  let isFirst = true;
  for await (const piece of piecesOf(texts)) {
    // Marks say nothing: alone they are no text.
    if (stripExpressionTags(piece).trim() === '') {
      marks += `${piece} `;
      continue;
    }
    yield marks + piece;
    [marks, isFirst] = ['', false];
  }
  if (isFirst && marks !== '') yield marks.trim();
}

async function* piecesOf(texts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
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

/** After the first line or sentence that is known to be whole: 0 where none is. */
function cutOf(text: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\n') return at + 1;
    if (SENTENCE_ENDS.has(text[at]!) && text[at + 1] === ' ') return at + 1;
    if (at >= LONGEST && text[at] === ' ') return at;
  }
  return 0;
}
