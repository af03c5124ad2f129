const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Approximates wide and full-width characters (Unicode East Asian Width) and emoji. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}/u;

/** Returns the number of terminal columns of a line. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of segments.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Truncates a text to a width, with an ellipsis. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let [cut, taken] = ['', 0];
  for (const { segment } of segments.segment(text)) {
    taken += WIDE.test(segment) ? 2 : 1;
    if (taken > width - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

/** Wraps a text between words. A word that is wider than the width stays whole. */
export function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrappedLine(line, Math.max(1, width)));
}

function wrappedLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (widthOf(longer) <= width) {
      current = longer;
      continue;
    }
    if (current !== '') lines.push(current);
    current = word;
  }
  lines.push(current);
  return lines;
}
