/**
 * What is not seen, or makes the text around it look otherwise than it is: controls that JSON leaves alone, ends of lines
 * that are not `\n`, marks that turn the direction, blanks of no width, and the tag characters in which whole sentences
 * stand unseen. The joiners of emoji and of Persian stay.
 */
const UNSEEN = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/gu;

/**
 * A text of somebody, quoted for a language model or a person: one line, a JSON string, everything in it seen. Whatever it
 * says, it cannot end its quotation, begin a line, or speak where nobody reads it.
 */
export function quote(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, escaped);
}

/** The same where the text stands between tags: it cannot open or close one either. */
export function quoteBetweenTags(text: string): string {
  return quote(text).replace(/[<>]/g, escaped);
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
