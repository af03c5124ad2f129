/** At most `max` characters, the last of them an ellipsis where something was cut off. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  // Never half of a surrogate pair.
  return `${text
    .slice(0, max - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
