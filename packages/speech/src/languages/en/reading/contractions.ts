/** Contractions that chats write without an apostrophe. Words that are others too ("were", "shell", "its") stay as they are. */
const CONTRACTIONS: ReadonlyMap<string, string> = new Map(
  (
    "im:I'm ive:I've youre:you're youve:you've youll:you'll youd:you'd theyre:they're theyve:they've theyll:they'll theyd:they'd " +
    "weve:we've hes:he's shes:she's hed:he'd itll:it'll itd:it'd thats:that's thatll:that'll thatd:that'd whats:what's whatll:what'll " +
    "wheres:where's whos:who's wholl:who'll whod:who'd whys:why's hows:how's heres:here's theres:there's therell:there'll " +
    "dont:don't doesnt:doesn't didnt:didn't isnt:isn't wasnt:wasn't werent:weren't arent:aren't aint:ain't hasnt:hasn't havent:haven't " +
    "hadnt:hadn't cant:can't couldnt:couldn't wont:won't wouldnt:wouldn't shouldnt:shouldn't mustnt:mustn't neednt:needn't " +
    "mightnt:mightn't shant:shan't shouldve:should've couldve:could've wouldve:would've mightve:might've mustve:must've " +
    "yall:y'all oclock:o'clock maam:ma'am cmon:c'mon"
  )
    .split(' ')
    .map((entry) => entry.split(':') as [string, string]),
);
/** Words that are contractions only before these verbs: "id like", "ill be", "wed rather". */
const VERB_AFTER: ReadonlyMap<string, readonly [spoken: string, after: RegExp]> = new Map([
  [
    'id',
    [
      "I'd",
      /^ (?:like|love|be|been|have|had|rather|say|go|do|never|always|better|hate|prefer|want|appreciate|give|take|recommend|suggest|think|expect|imagine|guess|bet|probably|just|really|still|also|make|use|try|get|wait|avoid|call|call|buy|ask|know|need|see|pay|agree|argue|still)\b/i,
    ],
  ],
  [
    'ill',
    [
      "I'll",
      /^ (?:be|have|do|go|see|call|get|let|take|try|just|never|always|also|come|give|make|send|tell|talk|text|pay|show|put|bring|keep|think|check|find|wait|stay|probably|definitely|help|buy|ask|meet|pick|leave|look|need|say|write|wake|drive|eat|add|use|read|start|explain|fix|miss|remember|bet|pass)\b/i,
    ],
  ],
  ['wed', ["we'd", /^ (?:like|love|be|have|rather|better|need|want|appreciate|never|always|prefer)\b/i]],
  ['well', ["we'll", /^ (?:be|see|have to|let you|get back|go|find|meet|call|take|talk|need|send|keep)\b/i]],
]);
const ILLNESS =
  /(?:^|\s)(?:am|is|are|was|were|be|been|being|feel|feels|felt|feeling|fell|fall|very|so|too|mentally|terminally|the|an|seriously|speak|speaks|think|bode|bodes|got|get|gets|become|became|an?|as|dead|it|fits|suits|works|worked|might|may|pretty|quite|to|your|my|our|user|no|all|doing|did|does|do)\s$/i;

/** Returns the contraction that "dont" stands for, in the case of the word; otherwise undefined. */
export function contraction(text: string, at: number, word: string): string | undefined {
  const lower = word.toLowerCase();
  // "Jony Ive", "IM" for instant message.
  if (lower === 'ive' && /\p{Lu}\p{Ll}+ $/u.test(text.slice(0, at))) return undefined;
  const spoken = CONTRACTIONS.get(lower) ?? beforeVerb(text, at, lower);
  if (spoken === undefined) return undefined;
  if (word === lower) return spoken;
  return word === word.toUpperCase() && word.length > 2
    ? spoken.toUpperCase()
    : spoken.charAt(0).toUpperCase() + spoken.slice(1);
}

function beforeVerb(text: string, at: number, lower: string): string | undefined {
  const found = VERB_AFTER.get(lower);
  if (found === undefined) return undefined;
  const [spoken, after] = found;
  const before = text.slice(Math.max(0, at - 24), at);
  return after.test(text.slice(at + lower.length)) &&
    !ILLNESS.test(before) &&
    !(lower === 'well' && /\S\s$/.test(before))
    ? spoken
    : undefined;
}
