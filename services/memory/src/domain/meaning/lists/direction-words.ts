/**
 * Words that give their two sides different parts: swap what stands left and right of them and another thing is said
 * ("from Berlin to Munich"). Written for this project (CC0).
 */
export const DIRECTION_WORDS: ReadonlySet<string> = new Set(
  `to into onto from over than before after minus per by under above below behind against via instead rather within
  inside without beat beats defeat defeats cause causes causing
  convert converts prefer overrides override precedes follows contains depends send sends owns calls marry teach
  invade invades invaded attack attacks attacked kill killed kills`.split(/\s+/),
);
