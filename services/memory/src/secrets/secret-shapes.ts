import { createRequire } from 'node:module';
import { ownShapes, type SecretShape } from './own-shapes.js';
import { createWordFinder } from './word-finder.js';

/** One rule of data/gitleaks-rules.json. */
export interface GitleaksRule {
  /** Id of the rule in gitleaks, with underscores. */
  kind: string;
  /** Lower case. Every text in which the rule finds a secret contains at least one of them. */
  keywords: readonly string[];
  /** Pattern of the name in an assignment; an operator and the value follow it. */
  name?: string;
  /** The secret is the first group that matched, else the complete match. */
  pattern: string;
  ignoreCase?: true;
  /** The secret must have more Shannon entropy than this, in bits per character. */
  entropy?: number;
  /** Patterns of values that are not secrets. */
  except?: readonly string[];
}

interface GitleaksData {
  /** Patterns of values that are not secrets in any rule: variables, placeholders, paths. */
  placeholders: readonly string[];
  rules: readonly GitleaksRule[];
}

/** Written by scripts/convert-gitleaks-rules.mjs. The file states its origin, licence and checksum. */
export function readGitleaksRules(): GitleaksData {
  return createRequire(import.meta.url)('../../data/gitleaks-rules.json');
}

/** Separates name and value of an assignment, in all gitleaks rules with a name. */
const ASSIGNED = String.raw`[ \t\w.-]{0,20}[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}`;

/** Compiles a gitleaks rule. */
export function toShape(
  { kind, keywords, name, pattern, ignoreCase, entropy = 0, except = [] }: GitleaksRule,
  placeholders: readonly RegExp[] = [],
): SecretShape {
  const source = name === undefined ? pattern : name + ASSIGNED + pattern;
  const exceptions = [...placeholders, ...except.map((each) => new RegExp(each))];
  return {
    kind,
    keywords,
    pattern: new RegExp(source, ignoreCase ? 'gi' : 'g'),
    plausible: (value) => bitsPerCharacter(value) > entropy && !exceptions.some((each) => each.test(value)),
  };
}

/** Shannon entropy of the characters. */
function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

interface CompiledShapes {
  shapes: readonly SecretShape[];
  /** Index of the shape, by index of the keyword. */
  shapeOf: readonly number[];
  findWords: (text: string) => ReadonlySet<number>;
  /** Indices of the shapes without keywords. */
  always: readonly number[];
}

/** Compiled for the first text: 200 patterns and the automaton take a few ms. */
let compiled: CompiledShapes | undefined;

/** Returns the shapes whose keywords occur in the text, the project's own shapes first. */
export function shapesIn(text: string): SecretShape[] {
  compiled ??= compile();
  const { shapes, shapeOf, findWords, always } = compiled;
  const numbers = new Set([...always, ...Array.from(findWords(text), (word) => shapeOf[word]!)]);
  return [...numbers].sort((a, b) => a - b).map((number) => shapes[number]!);
}

function compile(): CompiledShapes {
  const { rules, placeholders } = readGitleaksRules();
  const never = placeholders.map((each) => new RegExp(each));
  const shapes = [...ownShapes, ...rules.map((rule) => toShape(rule, never))];
  const words = shapes.flatMap(({ keywords }, shape) => keywords.map((word) => ({ word, shape })));
  return {
    shapes,
    shapeOf: words.map(({ shape }) => shape),
    findWords: createWordFinder(words.map(({ word }) => word)),
    always: shapes.flatMap(({ keywords }, shape) => (keywords.length === 0 ? [shape] : [])),
  };
}
