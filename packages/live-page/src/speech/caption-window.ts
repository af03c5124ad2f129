/** The caption while a word is played. */
export interface Caption {
  heard: string;
  now: string;
  coming: string;
}

const MAX_CHARACTERS = 120;
/** Limits the search around a word in long texts. */
const MAX_SENTENCE = 2_000;

/** The sentence around the word, or as much of it as two lines hold; cut at blanks. */
export function captionAt(text: string, wordStart: number, wordEnd: number): Caption {
  const first = sentenceStart(text, wordStart);
  const last = sentenceEnd(text, Math.max(wordStart, wordEnd - 1));
  let start = first;
  let end = lineEnd(text, start, last);
  while (end <= wordStart && end < last) {
    start = end;
    end = lineEnd(text, start, last);
  }
  end = Math.max(end, wordEnd);
  return {
    heard: text.slice(start, wordStart).trimStart(),
    now: text.slice(wordStart, wordEnd),
    coming: text.slice(wordEnd, end).trimEnd(),
  };
}

function lineEnd(text: string, start: number, last: number): number {
  if (last - start <= MAX_CHARACTERS) return last;
  const cut = text.lastIndexOf(' ', start + MAX_CHARACTERS);
  return cut > start ? cut + 1 : start + MAX_CHARACTERS;
}

function sentenceStart(text: string, at: number): number {
  const least = Math.max(0, at - MAX_SENTENCE);
  for (let index = at; index > least; index--) if (endsSentence(text, index - 1)) return index;
  return least;
}

function sentenceEnd(text: string, at: number): number {
  const most = Math.min(text.length, at + MAX_SENTENCE);
  for (let index = at; index < most; index++) if (endsSentence(text, index)) return index + 1;
  return most;
}

function endsSentence(text: string, index: number): boolean {
  const character = text[index]!;
  if (character === '\n') return true;
  return '.!?…'.includes(character) && /^\s$/.test(text[index + 1] ?? '');
}
