/** Shortens a text to `max` characters; the last one is an ellipsis if the text was cut. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  // Removes half of a surrogate pair at the cut.
  return `${text
    .slice(0, max - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
