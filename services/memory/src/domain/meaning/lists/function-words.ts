import { STOP_WORDS } from '../../retrieval/text/stop-words.js';

/**
 * Words that carry no topic when two texts are compared: the stop words of the search, and words that only frame a
 * question or a request. Written for this project (CC0).
 */
const FRAMES = `
anybody anyone anything someone something somebody everything
actually basically currently simply still already ever there
oh hey hi hello thanks thank okay ok ya
going gonna wanna want let lets kind sort thing things stuff
ive im youre theyre whats hows wheres whos thats dont doesnt didnt isnt arent wasnt werent wont wouldnt cant couldnt shouldnt
know tell explain give show say
unless except besides without within across among since although though because whether till
being having doing gets got getting
might
`;

const FUNCTION_WORDS: ReadonlySet<string> = new Set([...STOP_WORDS, ...FRAMES.split(/\s+/)]);

/** `word` is folded. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word) || (word.endsWith("'s") && FUNCTION_WORDS.has(word.slice(0, -2)));
}
