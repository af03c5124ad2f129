import { type GitleaksRule, gitleaksPlaceholders } from './gitleaks-rules.js';
import type { SecretShape } from './own-shapes.js';

/** Between the name and the value of an assignment, as gitleaks has it for all such rules. */
const ASSIGNED = String.raw`[ \t\w.-]{0,20}[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}`;

const placeholders = gitleaksPlaceholders.map((each) => new RegExp(each));

/** A rule of the list as a shape. */
export function toShape({
  kind,
  keywords,
  name,
  pattern,
  ignoreCase,
  entropy = 0,
  except = [],
}: GitleaksRule): SecretShape {
  const source = name === undefined ? pattern : name + ASSIGNED + pattern;
  const exceptions = except.map((each) => new RegExp(each));
  return {
    kind,
    keywords,
    pattern: new RegExp(source, ignoreCase ? 'gi' : 'g'),
    plausible: (value) =>
      bitsPerCharacter(value) > entropy && ![...placeholders, ...exceptions].some((each) => each.test(value)),
  };
}

/** Shannon's entropy of the characters. */
function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
