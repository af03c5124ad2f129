/** An excerpt with its matches as ranges of UTF-16 units. */
export interface Highlight {
  text: string;
  ranges: number[][];
}

/** Shows excerpts with marked matches, or the text without matches. */
export function Highlighted({ text, highlights }: { text: string; highlights: Highlight[] }) {
  if (highlights.length === 0) return <>{text}</>;
  return highlights.map(({ text, ranges }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: excerpts have no key except their position.
    <span key={at}>
      {at > 0 && ' … '}
      {pieces(text, ranges).map(({ piece, start, isMarked }) =>
        isMarked ? <mark key={start}>{piece}</mark> : <span key={start}>{piece}</span>,
      )}
    </span>
  ));
}

function pieces(text: string, ranges: number[][]) {
  const all: { piece: string; start: number; isMarked: boolean }[] = [];
  let end = 0;
  for (const [from = 0, to = 0] of ranges) {
    if (from > end) all.push({ piece: text.slice(end, from), start: end, isMarked: false });
    all.push({ piece: text.slice(from, to), start: from, isMarked: true });
    end = to;
  }
  if (end < text.length) all.push({ piece: text.slice(end), start: end, isMarked: false });
  return all;
}
