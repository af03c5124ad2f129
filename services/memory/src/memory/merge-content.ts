import { sentenceRanges } from '../text/sentences.js';

/**
 * Combines the contents in one text. The first content stays unchanged. Each sentence of the other contents
 * that is not there word for word is appended, in its order. Only the same words in the same order count:
 * "deploy on Friday" is part of "never deploy on Friday" and has another meaning. `restated`: keys of
 * sentences that are omitted in addition, see restated.ts.
 */
export function mergeContents(
  contents: readonly string[],
  restated: ReadonlySet<string> = new Set(),
): string {
  const [first = '', ...others] = contents;
  const base = passages(first);
  const known = new Set([...restated, ...keysOf(base)]);
  let merged = base
    .map(({ lead, sentences }) => lead + textOf(sentences))
    .join('\n')
    .trimEnd();
  for (const content of others) {
    const lines = passages(content).map((passage) => withoutKnown(passage, known));
    const added = lines.filter((line) => line !== '').join('\n');
    if (added !== '') merged += `\n${added}`;
  }
  return merged;
}

/**
 * Returns the sentences of the first content, and the sentences that merging adds from the others, in order.
 * Code blocks and texts without words are not sentences.
 */
export function sentencesToMerge(contents: readonly string[]): { base: Sentence[]; added: Sentence[] } {
  const [base = [], ...others] = contents.map((content) =>
    passages(content).flatMap(({ sentences }) => sentences.filter(hasWords)),
  );
  const known = new Set(base.map(({ key }) => key));
  const added = others.flat().filter(({ key }) => !known.has(key) && known.add(key));
  return { base: base, added };
}

/** Returns the keys of the sentences of a text. */
export function sentenceKeys(content: string): Set<string> {
  return new Set(keysOf(passages(content)));
}

const FENCE = /^\s*(`{3,}|~{3,})/;

/** A line with its sentences, or a fenced code block as one sentence. */
interface Passage {
  /** White space and list marker before the first sentence. */
  lead: string;
  sentences: readonly Sentence[];
}

/** `key` is equal for sentences with the same words; '' for a sentence without words. */
export interface Sentence {
  text: string;
  key: string;
}

function keysOf(found: readonly Passage[]): string[] {
  return found.flatMap(({ sentences }) => sentences.map(({ key }) => key));
}

function hasWords({ text }: Sentence): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !FENCE.test(text);
}

function passages(content: string): Passage[] {
  const found: Passage[] = [];
  let fence: { mark: string; lines: string[] } | null = null;
  for (const line of content.split(/\r?\n/)) {
    if (fence !== null) {
      fence.lines.push(line);
      if (!closes(line, fence.mark)) continue;
      found.push(codeBlock(fence.lines));
      fence = null;
      continue;
    }
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) fence = { mark, lines: [line] };
    else found.push(readLine(line));
  }
  // Closes an open fence, so that appended text is not part of the code block.
  if (fence !== null) found.push(codeBlock([...fence.lines, fence.mark]));
  return found;
}

function closes(line: string, mark: string): boolean {
  const text = line.trim();
  return text.startsWith(mark) && [...text].every((character) => character === mark[0]);
}

function codeBlock(lines: readonly string[]): Passage {
  const key = lines.map((line) => line.trimEnd()).join('\n');
  return { lead: '', sentences: [{ text: lines.join('\n'), key }] };
}

function readLine(line: string): Passage {
  const lead = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?/.exec(line)![0];
  const known = line.slice(lead.length);
  const sentences = sentenceRanges(known).map(({ start }, at, ranges) => {
    // Includes closing quotes and brackets after the punctuation, and the white space there.
    const text = known.slice(at === 0 ? 0 : start, ranges[at + 1]?.start);
    return { text, key: plainWords(text) };
  });
  return { lead, sentences };
}

/** Returns the passage without the sentences in `said`, and adds its other sentences to `said`. */
function withoutKnown({ lead, sentences }: Passage, known: Set<string>): string {
  const base = sentences.filter(({ key }) => {
    if (key === '' || known.has(key)) return false;
    known.add(key);
    return true;
  });
  if (base.length === 0) return '';
  const text = lead + textOf(base).trimEnd();
  return readsExactlyAs(text, base) ? text : lead + textOf(sentences).trimEnd();
}

/**
 * Returns whether a line is parsed as these sentences. When text between them is removed, two sentences can
 * join, and markers inside a line can start a code block.
 */
function readsExactlyAs(line: string, sentences: readonly Sentence[]): boolean {
  if (FENCE.test(line)) return false;
  const read = readLine(line).sentences.filter(({ key }) => key !== '');
  return read.length === sentences.length && read.every(({ key }, i) => key === sentences[i]!.key);
}

function textOf(sentences: readonly Sentence[]): string {
  return sentences.map(({ text }) => text).join('');
}

/** Ignores the case of a capitalised first word, white space and final punctuation. */
function plainWords(sentence: string): string {
  const words = sentence
    .normalize('NFC')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(?<![.!;,])[.!;,]+$/, '');
  const [first = ''] = words.split(' ', 1);
  // "API" and "iOS" at the start are names; "Use" is a word.
  return /^\p{Lu}\p{Ll}*$/u.test(first) ? first.toLowerCase() + words.slice(first.length) : words;
}
