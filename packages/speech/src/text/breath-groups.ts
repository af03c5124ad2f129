import type { PhonemeSentence } from '../languages/en/phonemes/sentence-phonemes.js';

/** The voice works to about 600 ids; sentences of half as many sound best, and the first sound comes sooner. */
const LONGEST = 400;
/** A cut is looked for in the last part of what fits. */
const EARLIEST = 160;

/** A sentence too long for one call of the voice, in pieces: cut behind a stop or comma, else before a word. */
export function breathGroups(sentence: PhonemeSentence): PhonemeSentence[] {
  const groups: PhonemeSentence[] = [];
  let rest = sentence;
  while (rest.phonemes.length > LONGEST) {
    const count = cut(rest);
    if (count === 0) break;
    groups.push(part(rest, 0, count));
    rest = part(rest, count, rest.words.length);
  }
  return [...groups, rest];
}

/** How many words go first. */
function cut({ phonemes, spans }: PhonemeSentence): number {
  for (const stops of ['.!?…;:', ',—)”', '']) {
    for (let i = spans.length - 1; i > 0; i--) {
      const gap = phonemes.slice(spans[i - 1]!.end, spans[i]!.start);
      if (spans[i - 1]!.end > LONGEST || gap === '') continue;
      if (spans[i - 1]!.end < EARLIEST) break;
      if (stops === '' || [...gap].some((mark) => stops.includes(mark))) return i;
    }
  }
  // One word longer than a sentence: it goes alone.
  return spans.length > 1 ? 1 : 0;
}

function part({ words, phonemes, spans }: PhonemeSentence, from: number, to: number): PhonemeSentence {
  const start = from === 0 ? 0 : openingBefore(phonemes, spans[from]!.start);
  const end = to === spans.length ? phonemes.length : openingBefore(phonemes, spans[to]!.start);
  const text = phonemes.slice(start, end).trimEnd();
  return {
    words: words.slice(from, to),
    phonemes: to === spans.length || /[.!?…;:,—)”]$/.test(text) ? text : `${text},`,
    spans: spans.slice(from, to).map((span) => ({ start: span.start - start, end: span.end - start })),
  };
}

/** A bracket or quote that opens belongs to the word behind it. */
function openingBefore(phonemes: string, start: number): number {
  let at = start;
  while (at > 0 && '(“'.includes(phonemes[at - 1]!)) at--;
  return at;
}
