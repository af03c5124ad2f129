import { type Line, matchAt, type Reader, spell } from '../../../text/reading.js';
import { digitGroups } from './digit-groups.js';

/** "your code is", "PIN:", "one-time password", "zip". */
const CODE =
  /(?:^|[\s(])(?:(?<kind>\p{L}+)\s)?(?:code|passcode|pin|otp|totp|password|cvv2?|cvc2?|zip|plz|postcode|2fa|token)(?:\s(?:is|was|are|number|no|for \p{L}+ is|below is))?\s?[:=#]?\s?(?:\p{L}-)?$/iu;
/** Numbers of other kinds of code say how many, or have names: "status code 200". */
const OTHER_CODES =
  /^(?:status|error|exit|response|return|result|source|http|country|dress|bar|legacy|python|java)$/i;
/** "order #", "account number", "ticket". */
const NAMED =
  /(?:^|[\s(])(?:account|acct|a\/c|card|policy|membership|member|tracking|confirmation|reference|ref|booking|invoice|order|case|ticket|serial|routing|passport|licen[cs]e|customer|reservation|user|employee|student|patient|claim|imei|vat|id|registration|transaction|iban|box)(?<number>\s(?:number|no\.?|num|id|nr\.?))?(?:\s(?:is|was))?\s?[:#№]?\s?$/iu;
const ENDING_IN =
  /\b(?:end(?:ing|s|ed)?(?:\s(?:in|with))?|last (?:four|4|three|3)(?: digits)?(?:\s(?:are|is|of))?)[:]?\s$/iu;
/** "Use 482913 to log in", "482913 is your code". */
const IS_CODE =
  /^\s(?:is your|as your|is the|to (?:log|sign|verify|confirm|continue|complete|reset|access|unlock|authenticate))\b[^.]{0,60}/iu;
const CODE_WORD = /\b(?:code|pin|otp|passcode|password|log|sign|verify|confirm|verification|authenticate)\b/i;

const GROUPS = /\d{3,10}(?:[ -]\d{3,4})?(?![\d.,]*\d|\p{L}|[/:]\d)/uy;
const MIXED = /(?=\p{L}{0,8}\d)(?=\d{0,8}\p{L})[A-Za-z\d]{4,12}(?![\p{L}\d])/uy;

/** One-time codes, PINs, the ends of cards, long numbers of accounts and orders: digit by digit. */
export const readCodeNumber: Reader = (line, at) => {
  const { text } = line;
  if (/[\d.,$€£]/.test(text[at - 1] ?? ' ')) return undefined;
  const written = matchAt(GROUPS, text, at)?.[0];
  const candidate = written ?? matchAt(MIXED, text, at)?.[0];
  if (candidate === undefined || !/\d{2}/.test(candidate)) return undefined;
  const before = text.slice(Math.max(0, at - 60), at);
  const code = CODE.exec(before);
  const isCode = code !== null && !OTHER_CODES.test(code.groups?.kind ?? '');
  if (written !== undefined)
    return isCode || isNamed(line, at, before, written) ? digitGroups(at, written) : undefined;
  if (!isCode || /\p{L}-$/u.test(before)) return undefined;
  return { end: at + candidate.length, pieces: spell(candidate, at) };
};

function isNamed({ text }: Line, at: number, before: string, written: string): boolean {
  const after = text.slice(at + written.length, at + written.length + 90);
  if (ENDING_IN.test(before))
    return written.length >= 3 && written.length <= 5 && !/^\s\p{Ll}+s\b/u.test(after);
  if (written.length >= 4 && written.length <= 8 && IS_CODE.test(after) && CODE_WORD.test(after)) return true;
  const named = NAMED.exec(before);
  if (named === null || /^\s\p{Ll}+s\b/u.test(after)) return false;
  const sure = named.groups?.number !== undefined || /[#№]\s?$/.test(before);
  return written.length >= (sure ? 4 : 5);
}
