import { TextRefusal } from './text-refusal.js';

/** Named, not read as Greek: "α" in a formula or the name of a society. */
const GREEK_NAMES: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  ζ: 'zeta',
  η: 'eta',
  θ: 'theta',
  ι: 'iota',
  κ: 'kappa',
  λ: 'lambda',
  μ: 'mu',
  ν: 'nu',
  ξ: 'xi',
  ο: 'omicron',
  π: 'pi',
  ρ: 'rho',
  σ: 'sigma',
  ς: 'sigma',
  τ: 'tau',
  υ: 'upsilon',
  φ: 'phi',
  χ: 'chi',
  ψ: 'psi',
  ω: 'omega',
  ϕ: 'phi',
  ϵ: 'epsilon',
};

/** A longer run of Greek letters is Greek, which this voice does not speak. */
const LONGEST_GREEK_NAMING = 3;

export function greekName(letter: string): string | undefined {
  return GREEK_NAMES[letter.toLowerCase()];
}

/** Letters, and digits other than 0 to 9, that are not of the Latin script or common to all scripts. */
const FOREIGN = /(?:(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])\p{L}|(?![0-9])\p{Nd})+/gu;

const SCRIPTS = [
  'Cyrillic',
  'Greek',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Thai',
  'Armenian',
  'Georgian',
  'Bengali',
  'Tamil',
  'Ethiopic',
].map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u') }));

/**
 * Throws `unsupported_script` at the first letters that this English voice cannot read and that `isKnown` (the caller's
 * lexicon) does not know. `at` of the message counts units of the text that was given.
 */
export function refuseOtherScripts(
  text: string,
  givenIndex: (at: number) => number,
  isKnown: (at: number) => boolean,
): void {
  for (const match of text.matchAll(FOREIGN)) {
    const letters = match[0];
    if (
      letters.length <= LONGEST_GREEK_NAMING &&
      [...letters].every((letter) => greekName(letter) !== undefined)
    )
      continue;
    if (isKnown(match.index)) continue;
    const script = SCRIPTS.find(({ pattern }) => pattern.test(letters))?.name ?? 'another script';
    const shown = letters.length > 24 ? `${[...letters].slice(0, 24).join('')}…` : letters;
    throw new TextRefusal(
      'unsupported_script',
      `Expected English in Latin letters for this voice, received ${script} "${shown}" at character ${givenIndex(match.index)}; ` +
        'a lexicon entry can say how it is spoken',
    );
  }
}
