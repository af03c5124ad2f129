import { joinLines, type SourceLine } from './markdown-text.js';

/** One statement of a paragraph. */
export interface LineStatement {
  text: string;
  /** Line number, from 1. */
  line: number;
  /** Whether it announces the statements after it: "Rules:". */
  announces: boolean;
}

/** A line with more free columns than the next word needs was ended by its author, from this width on. */
const MIN_WRAP = 72;
/** Largest usual width of wrapped prose, in columns. */
const MAX_WRAP = 120;
/** A line of fewer columns can end with a word such as "on" without being continued. */
const SHORT_LINE = 40;

/**
 * Returns the statements of a paragraph. Many files of rules have one rule per line without bullets, while
 * prose is wrapped. The lines are statements if they cannot be wrapped prose, and a continuation line stays
 * with the line before it:
 * - An editor wraps a line if the next word does not fit. If it would have fitted, the author ended the line.
 * - If every line is full, the lines are statements only if each ends like a sentence, or if there are at
 *   least three lines and each starts like a rule.
 * - A line continues the line before it if that line ends with a comma, an open bracket or a word such as
 *   "the" or "of", or if it starts with a word such as "and" or "it", with more indentation, or in lower case
 *   although the first line does not.
 */
export function lineStatements(lines: readonly SourceLine[]): LineStatement[] {
  const written = lines.filter(({ text }) => text !== '');
  if (written.length === 0) return [];
  const rest = written.slice(1);
  const ended = endedOnPurpose(written);
  const lower = rest.filter(({ text }) => lowerStart.test(text)).length;
  const isProse = lower * 2 >= rest.length;
  const continues = rest.map((line, i) =>
    continuesLine(written[i]!, line, written[0]!, isProse || !ended[i]),
  );
  const own = continues.filter((each) => !each).length;
  if (own * 2 <= continues.length || !areStatements(written, continues, ended)) {
    const text = joinLines(written.map((line) => line.text));
    return [{ text, line: written[0]!.line, announces: false }];
  }
  const groups: SourceLine[][] = [[written[0]!]];
  for (const [i, line] of rest.entries()) {
    if (continues[i]) groups.at(-1)!.push(line);
    else groups.push([line]);
  }
  return groups.map((group, i) => {
    const text = joinLines(group.map((each) => each.text)).replace(bullet, '');
    return { text, line: group[0]!.line, announces: i < groups.length - 1 && /[:：]$/.test(text) };
  });
}

/** List markers that Markdown does not know, or that are in an HTML block. */
const bullet = /^(?:[•‣◦▪●○・·]\s*|[-*+]\s+)/;
const numbered = /^(?:\(?\d{1,3}(?:[.)]\s+|[、）]\s*)|[①-⑳]\s*)\S/;

/** Returns for each line except the last whether its author ended it, rather than an editor. */
function endedOnPurpose(lines: readonly SourceLine[]): boolean[] {
  const widths = lines.map(({ text }) => columns(text.trimEnd()));
  const widest = Math.max(...widths);
  const width = Math.max(widest, MIN_WRAP);
  return lines
    .slice(1)
    .map(
      ({ text }, i) =>
        widest > MAX_WRAP || lines[i]!.text.endsWith('  ') || widths[i]! + firstWordColumns(text) <= width,
    );
}

function areStatements(
  lines: readonly SourceLine[],
  continues: readonly boolean[],
  ended: readonly boolean[],
): boolean {
  const rest = lines.slice(1);
  if (rest.some(({ text }) => bullet.test(text) || numbered.test(text))) return true;
  if (rest.some((_, i) => !continues[i] && ended[i])) return true;
  if (rest.every((_, i) => !continues[i] && sentenceEnd.test(lines[i]!.text))) return true;
  return lines.length >= 3 && lines.every(({ text }) => ruleStart.test(text));
}

const sentenceEnd = /[.!?:;。！？：；…][)\]"'”’」』）*_`]*\s*$/;
const ruleStart = /^[*_`]{0,3}(?:\p{Lu}|(?:always|never|do|don[’']t|use|no|avoid|prefer)\b)/u;
const lowerStart = /^\p{Ll}[\p{Ll}'’-]*[,;:.]?(?:\s|$)/u;
const openEnd = /(?:[,，、(（[{「『\\–—]|\s[-=+&|/]|[\p{L}\p{N}]-)\s*$/u;
const openWord =
  /(?:^|\s)(?:a|an|the|and|or|nor|but|of|to|with|without|for|from|in|into|on|onto|by|as|at|if|when|than|that|which|who|whose|is|are|was|were|be|been|has|have|had|will|would|can|could|should|must|may|not|its|their|our|your|this|these|those|e\.g\.|i\.e\.|via|per|between|und|oder|der|die|das|mit|von|le|la|les|de|des|et|el|los)\s*$/iu;
const openStart =
  /^(?::\s|[,;)\]}，。、；：！？）」』…]|(?:and|or|nor|but|that|which|who|whose|because|it|its|they|their|then|so|also|It|Its|They|Their|However|Therefore|Otherwise|But|And|Or|Because|Which)(?![\p{L}\p{N}_./-]))/u;
/** Words that start a line in lower case in the middle of a sentence. */
const innerStart =
  /^(?:a|an|the|of|to|with|without|for|from|in|into|on|by|as|at|if|when|where|while|than|unless|until|before|after|except|through|is|are|was|were|be|have|has|had)\s(?![(=])/u;

function continuesLine(
  before: SourceLine,
  line: SourceLine,
  first: SourceLine,
  isMaybeWrapped: boolean,
): boolean {
  if (line.isInsideMarkup || /^\[!\w+\]\s*$/.test(before.text)) return true;
  if (bullet.test(line.text) || numbered.test(line.text)) return false;
  if (openEnd.test(before.text) || openStart.test(line.text)) return true;
  if (line.indent > first.indent + 1 && line.indent > before.indent) return true;
  const isLower = lowerStart.test(line.text) && !ruleStart.test(line.text);
  if (openWord.test(before.text) && (isLower || columns(before.text) >= SHORT_LINE)) return true;
  if (!isLower || /^\p{Ll}/u.test(first.text) || sentenceEnd.test(before.text)) return false;
  return isMaybeWrapped || innerStart.test(line.text);
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;

/** Counts columns like an editor: characters of Chinese, Japanese and Korean take two. */
function columns(text: string): number {
  let count = 0;
  for (const character of text) count += wide.test(character) ? 2 : 1;
  return count;
}

/** Returns the number of columns that the next word needs after a line, with its blank. */
function firstWordColumns(text: string): number {
  const [first = ''] = text;
  if (wide.test(first) && !/\p{sc=Hangul}/u.test(first)) return 2;
  return 1 + columns(/^\S*/.exec(text)![0]);
}

/** Words that start a rule: an ordered list of rules is numbered, but has no order. */
const numberedRuleStart =
  /^(?:\*\*)?(?:always|never|do not|don[’']t|avoid|prefer|use|keep|must|should|no|every|all|each|only|be|ensure|make sure|you|we|our)\b/i;
/** A list entry such as "Name: description" is not a step. */
const entryStart = /^[^.:\n]{1,40}(?::|\s[-–—]\s)/;
const stepWords =
  /\b(?:steps?|how to|workflow|process|procedure|release|deploy(?:ment|ing)?|set ?up|install(?:ation|ing)?|checklist|runbook|recipe|migration|rollback|onboarding|getting started|instructions|order|first|then)\b/i;

/**
 * Returns whether the items of an ordered list are steps of one procedure, which is useful only as a whole,
 * or rules that happen to be numbered. `above` contains the headings and the sentence above the list.
 */
export function isProcedure(items: readonly string[], above: readonly string[]): boolean {
  if (items.length < 2) return false;
  const share = (pattern: RegExp) => items.filter((item) => pattern.test(item)).length / items.length;
  if (share(numberedRuleStart) > 0.5) return false;
  if (above.some((text) => stepWords.test(text))) return true;
  return share(entryStart) <= 0.5;
}
