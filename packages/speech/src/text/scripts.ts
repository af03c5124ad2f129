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

/** Letters of one script that stand together, as in a sentence of it. */
export interface ForeignText {
  readonly start: number;
  readonly end: number;
  readonly script: string;
}

/** Letters and digits that this English voice cannot read and that `isKnown` (the caller's lexicon) does not know. */
export function foreignTexts(text: string, isKnown: (at: number) => boolean): ForeignText[] {
  const found: ForeignText[] = [];
  const runs = [...text.matchAll(FOREIGN)];
  const isGreek = runs.some(
    ({ 0: letters }) => letters.length > LONGEST_GREEK_NAMING && /\p{Script=Greek}/u.test(letters),
  );
  for (const { 0: letters, index } of runs) {
    // Beside Greek words, short ones are words too.
    const isNamed =
      letters.length <= (isGreek ? 1 : LONGEST_GREEK_NAMING) &&
      [...letters].every((letter) => greekName(letter) !== undefined);
    if (isNamed || isKnown(index)) continue;
    const script = SCRIPTS.find(({ pattern }) => pattern.test(letters))?.name ?? 'another script';
    found.push({ start: index, end: index + letters.length, script });
  }
  return found;
}

const MAX_NOTES = 5;
const LONGEST_SHOWN = 24;

/** One note for each script whose letters are left out. */
export function foreignNotes(text: string, foreign: readonly ForeignText[]): string[] {
  const scripts = [...new Set(foreign.map(({ script }) => script))].slice(0, MAX_NOTES);
  return scripts.map((script) => {
    const ofScript = foreign.filter((range) => range.script === script);
    const { start, end } = ofScript[0]!;
    const letters = [...text.slice(start, end)];
    const shown = `${letters.slice(0, LONGEST_SHOWN).join('')}${letters.length > LONGEST_SHOWN ? '…' : ''}`;
    const more = ofScript.length > 1 ? ` and ${ofScript.length - 1} more` : '';
    return `This voice cannot read ${script} "${shown}"${more}; a lexicon entry can say how it is spoken`;
  });
}
