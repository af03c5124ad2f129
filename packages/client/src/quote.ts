/**
 * Characters that are invisible, or that change how the text around them looks: controls that JSON leaves alone, line ends other than
 * `\n`, direction marks, spaces without width, soft hyphens, fillers of Korean and Mongolian, the empty Braille pattern, variation
 * selectors, and tag characters, in which whole sentences can be hidden. The joiners of emoji and Persian stay, and so does the
 * selector that makes an emoji of the character before it.
 */
const UNSEEN =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0e]|[\u007f-\u009f\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|(?<!\p{Extended_Pictographic})\ufe0f/gu;

/**
 * Quotes foreign text for a language model or a person: one line, a JSON string, with every invisible
 * character escaped. The text can neither end its quotation nor start a line, and has no hidden part.
 */
export function quote(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, escaped);
}

/** As `quote`, for text between tags: it can neither open nor close a tag. */
export function quoteBetweenTags(text: string): string {
  return quote(text).replace(/[<>]/g, escaped);
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
