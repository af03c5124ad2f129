import { gitleaksRules } from './gitleaks-rules.js';
import { toShape } from './listed-shape.js';
import { ownShapes, type SecretShape } from './own-shapes.js';
import { createWordFinder } from './word-finder.js';

interface Shapes {
  shapes: readonly SecretShape[];
  /** The number of a shape for each keyword. */
  shapeOf: readonly number[];
  findWords: (text: string) => ReadonlySet<number>;
  /** Numbers of the shapes without keywords. */
  always: readonly number[];
}

/** Compiled when the first text comes: 200 patterns and the automaton take a few ms. */
let compiled: Shapes | undefined;

/** The shapes whose keywords stand in the text: our own, then those of the list. Few texts have any. */
export function shapesIn(text: string): SecretShape[] {
  compiled ??= compile();
  const { shapes, shapeOf, findWords, always } = compiled;
  const numbers = new Set([...always, ...Array.from(findWords(text), (word) => shapeOf[word]!)]);
  return [...numbers].sort((a, b) => a - b).map((number) => shapes[number]!);
}

function compile(): Shapes {
  const shapes = [...ownShapes, ...gitleaksRules.map(toShape)];
  const words = shapes.flatMap(({ keywords }, shape) => keywords.map((word) => ({ word, shape })));
  return {
    shapes,
    shapeOf: words.map(({ shape }) => shape),
    findWords: createWordFinder(words.map(({ word }) => word)),
    always: shapes.flatMap(({ keywords }, shape) => (keywords.length === 0 ? [shape] : [])),
  };
}
