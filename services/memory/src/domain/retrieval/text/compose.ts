/** A text with its characters composed, and the position of each in the original. */
export interface ComposedText {
  text: string;
  /** Start in the original of the character at each index of `text`, and the end of the original; null: the same text. */
  starts: readonly number[] | null;
}

/** A character with its marks: accents, voiced marks of half-width kana, vowels and endings of Korean. */
const CLUSTER = /.(?:[\p{M}\uff9e\uff9f]|[\u1160-\u11ff])*/gsu;
/** Symbols such as "™" stay: composed, they would become letters of the word before them. */
const COMPOSABLE = /[\p{L}\p{N}\p{M}\uff01-\uff5e]/u;

/**
 * Unifies the forms in which one character can be written, so that words are cut alike: decomposed letters and
 * syllables, half-width and full-width forms, ligatures.
 */
export function composeText(text: string): ComposedText {
  if (/^[ -~]*$/.test(text) || text.normalize('NFKC') === text) return { text, starts: null };
  let composed = '';
  const starts: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const unified = COMPOSABLE.test(cluster) ? cluster.normalize('NFKC') : cluster;
    for (let at = 0; at < unified.length; at++) starts.push(unified === cluster ? index + at : index);
    composed += unified;
  }
  starts.push(text.length);
  return { text: composed, starts };
}

/** The range of the original that a range of the composed text stands for. */
export function originalRange(
  { starts }: ComposedText,
  start: number,
  end: number,
): readonly [start: number, end: number] {
  if (starts === null) return [start, end];
  const from = starts[start]!;
  let to = end;
  // The characters of one cluster begin at the same place.
  while (to < starts.length - 1 && starts[to]! <= from) to++;
  return [from, starts[to]!];
}
