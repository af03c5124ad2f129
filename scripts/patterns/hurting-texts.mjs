import { RegExpParser } from '@eslint-community/regexpp';

/**
 * Generates adversarial texts for a pattern from its syntax tree. Each repetition is repeated after its required prefix and
 * before a character that makes the match fail. Each prefix is also repeated, so that a match could start at every position.
 */

/** One character of each kind that patterns distinguish. */
const PROBES = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...'éÉßΩωжЖ中あ한ا\u0301½²³⁴₂×−–—…’‘“”«»•·°€£¥§\u00a0\u200b\u202e\u3000\ufeff\u2028',
];

/** Repetitions with a lower maximum have constant cost. */
const MANY = 16;
const MAX_TEXTS = 600;

/**
 * Returns each text as a function of its length in characters.
 *
 * @param {string} source
 * @param {string} flags
 * @returns {Map<string, (length: number) => string>} by a description of the text
 */
export function adversarialInputs(source, flags) {
  const pattern = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const kinds = kindsOfCharacters(pattern, flags.replace(/[gy]/g, ''));
  const texts = new Map();
  const add = (prefix, unit, suffix) => {
    if (unit === '' || texts.size >= MAX_TEXTS) return;
    const name = `${JSON.stringify(prefix)} + ${JSON.stringify(unit)} ... + ${JSON.stringify(suffix)}`;
    texts.set(name, (length) => prefix + unit.repeat(Math.ceil(length / unit.length)) + suffix);
  };

  for (const { prefix, element } of repetitions(pattern, kinds)) {
    for (const unit of samples(element, kinds, 10)) {
      const suffixes = kinds.all.filter((character) => !unit.includes(character)).slice(0, 12);
      for (const suffix of ['', ...suffixes]) add(prefix, unit, suffix);
      if (prefix !== '') {
        add('', prefix + unit, '');
        for (const suffix of suffixes.slice(0, 6)) add('', prefix + unit + suffix, '');
      }
      for (const other of suffixes.slice(0, 12)) add('', unit + other, '');
    }
  }
  for (const whole of samples(pattern, kinds, 12)) add('', whole, '');
  for (const character of kinds.all) add('', character, '');
  return texts;
}

/**
 * Returns the alphabet of a pattern: one character for each intersection of its character classes.
 *
 * @returns {{all: string[], of: (raw: string) => string[]}}
 */
function kindsOfCharacters(pattern, flags) {
  // `\b`, `^` and `.` also distinguish characters.
  const accepting = new Map(
    [/\w/, /\s/, /[\n\r]/].map((kind) => [kind.source, new Set(PROBES.filter((probe) => kind.test(probe)))]),
  );
  visit(pattern, (node) => {
    if (!isCharacter(node) || accepting.has(node.raw)) return;
    const single = new RegExp(`^(?:${node.raw})$`, flags);
    accepting.set(node.raw, new Set(PROBES.filter((probe) => single.test(probe))));
    if (node.type === 'Character') accepting.get(node.raw).add(String.fromCodePoint(node.value));
  });
  const bySignature = new Map();
  for (const probe of new Set([
    ...'a 0-\n',
    ...PROBES,
    ...[...accepting.values()].flatMap((set) => [...set]),
  ])) {
    const signature = [...accepting.values()].map((set) => (set.has(probe) ? 1 : 0)).join('');
    if (!bySignature.has(signature)) bySignature.set(signature, probe);
  }
  const all = [...bySignature.values()];
  const known = new Map(
    [...accepting].map(([raw, set]) => {
      const accepted = all.filter((character) => set.has(character));
      return [raw, accepted.length > 0 ? accepted : [...set].slice(0, 1)];
    }),
  );
  return { all, of: (raw) => known.get(raw) ?? [] };
}

const isCharacter = (node) =>
  ['Character', 'CharacterSet', 'CharacterClass', 'ExpressionCharacterClass'].includes(node.type);

/** Returns every repetition of a pattern with its required prefix. */
function repetitions(pattern, kinds) {
  const found = [];
  const walk = (node, prefix) => {
    if (node.alternatives) {
      for (const alternative of node.alternatives) {
        let before = prefix;
        for (const element of alternative.elements) {
          walk(element, before);
          before += samples(element, kinds, 1)[0] ?? '';
        }
      }
    } else if (node.type === 'Quantifier') {
      if (node.max >= MANY) found.push({ prefix, element: node.element });
      walk(node.element, prefix);
    }
  };
  walk(pattern, '');
  return found;
}

/** Returns texts that an element matches, without optional parts; assertions are empty. */
function samples(node, kinds, most) {
  if (isCharacter(node)) return kinds.of(node.raw).slice(0, most);
  if (node.type === 'Quantifier') {
    const times = Math.max(node.min, node.max >= MANY ? 1 : node.min);
    return times === 0 ? [''] : samples(node.element, kinds, most).map((text) => text.repeat(times));
  }
  if (node.type === 'Assertion' || !node.alternatives) return [''];
  const found = node.alternatives.flatMap((alternative) => {
    let texts = [''];
    for (const element of alternative.elements) {
      const next = samples(element, kinds, most);
      if (next.length === 0) return [];
      texts = texts.flatMap((text, at) =>
        (texts.length * next.length <= most ? next : [next[at % next.length]]).map((more) => text + more),
      );
    }
    return texts.slice(0, most);
  });
  return spread([...new Set(found)], most);
}

/** Returns evenly spaced items of a list. */
function spread(list, most) {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)]);
}

function visit(node, each) {
  each(node);
  for (const child of node.alternatives ?? node.elements ?? []) if (!isCharacter(node)) visit(child, each);
  if (node.type === 'Quantifier') visit(node.element, each);
}
