/**
 * Words that turn a statement round. Written for this project (CC0), together with every word in "n't".
 * "except" and "barely" are here because they exclude as "not" does.
 */
const NEGATIONS: ReadonlySet<string> = new Set(
  `not no never none nobody nothing neither nor nowhere without cannot cant dont doesnt didnt isnt arent wasnt
  werent wont wouldnt couldnt shouldnt havent hasnt hadnt aint hardly barely except`.split(/\s+/),
);

/** `word` is folded: lower case, straight apostrophes. */
export function isNegation(word: string): boolean {
  return NEGATIONS.has(word) || word.endsWith("n't");
}
