#!/usr/bin/env node
// Writes services/memory/data/gitleaks-rules.json from the rules of gitleaks (config/gitleaks.toml of a release):
//   node scripts/convert-gitleaks-rules.mjs gitleaks.toml 8.30.1 && npx biome check --write services/memory/data
// The patterns of gitleaks are for RE2, which takes linear time. Patterns of JavaScript backtrack, so every repetition
// gets a bound here.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const [file, release] = process.argv.slice(2);
if (release === undefined) {
  console.error('Usage: node scripts/convert-gitleaks-rules.mjs gitleaks.toml RELEASE');
  process.exit(2);
}
const target = new URL('../services/memory/data/gitleaks-rules.json', import.meta.url);

const LEFT_OUT = new Map([
  ['generic-api-key', 'own shape "credential", which leaves prose alone'],
  ['curl-auth-header', 'own shapes "bearer_token" and "credential"; looks across lines without a bound'],
  ['curl-auth-user', 'looks across lines without a bound'],
  ['jwt', 'own shape "json_web_token"'],
  ['private-key', 'own shape "private_key"'],
]);
/** Alternatives that match more than tokens of the issuer: any git commit is 40 hexadecimal digits. */
const WITHOUT = new Map([['sourcegraph-access-token', '|[a-fA-F0-9]{40}']]);

/** Text around the name and the operator in `NAME_key = "`. Rules that start like this differ only in name and value. */
const BEFORE_NAME = /^(?:\(\?i\)\[\\w\.-\]\{0,50\}\?|\[\\w\.-\]\{0,50\}\?\(\?i:\[\\w\.-\]\{0,50\}\?)/;
const AFTER_NAME =
  /\(\?:\[ \\t\\w\.-\]\{0,20\}\)\[\\s'"\]\{0,3\}\)?\(\?:=\|>\|:\{1,3\}=\|\\\|\\\|\|:\|=>\|\\\?=\|,\)\[\\x60'"\\s=\]\{0,5\}/;
/** Text that may follow a token in source code. In prose any punctuation may follow: a token can end a sentence. */
const ENDS = [
  String.raw`(?:[\x60'"\s;]|\\[nr]|$)`,
  String.raw`(?:[\x60'"\s;]|\\[nr]|$|\b)`,
  String.raw`(?:[^\w-]|\z)`,
  String.raw`(?:[^a-zA-Z0-9+/]|\z)`,
  String.raw`(?:$|[\\'"\x60\s<),])`,
];
const END = '(?![\\w-])';

const source = readFileSync(file, 'utf8');
const { rules, allowed } = parse(source);
const converted = rules.flatMap((rule) => (isLeftOut(rule) ? [] : [convert(rule)]));

const data = {
  about: 'Shapes of credentials. Written by scripts/convert-gitleaks-rules.mjs; do not edit.',
  origin: `gitleaks ${release}, config/gitleaks.toml`,
  licence: 'MIT, Copyright (c) 2019 Zachary Rice; see LICENSE-gitleaks',
  sha256: createHash('sha256').update(source).digest('hex'),
  placeholders: allowed.map((each) => translate(each, false)),
  rules: converted,
};
writeFileSync(target, `${JSON.stringify(data, null, 2)}\n`);
console.error(`${converted.length} of ${rules.length} rules`);

function isLeftOut({ id, regex, path }) {
  // Such values are public, or the rule is for files with one name and a memory has no file name.
  return LEFT_OUT.has(id) || regex === undefined || path !== undefined || /client-id$|public-key$/.test(id);
}

function convert({ id, regex, keywords, entropy, except }) {
  let pattern = WITHOUT.has(id) ? regex.replace(WITHOUT.get(id), '') : regex;
  const rule = { kind: id.replaceAll('-', '_'), keywords };
  let ignoreCase = false;
  if (BEFORE_NAME.test(pattern) && AFTER_NAME.test(pattern)) {
    const [name, value, ...more] = pattern.replace(BEFORE_NAME, '').split(AFTER_NAME);
    if (more.length > 0) throw new Error(`${id}: two names`);
    // The value is the first group.
    rule.name = translate(name.replaceAll('(?-i:', '(?:'), false).replace(/\((?!\?)/g, '(?:');
    pattern = value;
    ignoreCase = true;
  } else if (pattern.startsWith('(?i)')) {
    pattern = pattern.slice(4);
    ignoreCase = true;
  }
  for (const end of ENDS) pattern = pattern.replaceAll(end, END);
  rule.pattern = translate(
    ignoreCase ? pattern.replaceAll('(?i)', '').replaceAll('(?-i:', '(?:') : pattern,
    false,
  );
  if (ignoreCase) rule.ignoreCase = true;
  if (entropy !== undefined) rule.entropy = entropy;
  if (except.length > 0) rule.except = except.map((each) => translate(each, false));
  new RegExp(rule.pattern);
  if (/(?<!\\)[*+](?!\])|\{\d+,\}/.test(rule.pattern.replace(/\[(?:\\.|[^\]\\])*\]/g, '[]'))) {
    throw new Error(`${id}: a repetition without a bound in ${rule.pattern}`);
  }
  return rule;
}

/** Translates RE2 to JavaScript without flags: case-insensitive parts become character sets, repetitions get bounds. */
function translate(pattern, folded) {
  let out = '';
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at);
    const taken = (length, text) => {
      out += text;
      at += length;
    };
    if (rest.startsWith('(?i)')) {
      folded = true;
      taken(4, '');
    } else if (/^\(\?-?i:|^\(\?s:|^\((?:\?:)?|^\(\?P<\w+>/.test(rest)) {
      const opening = /^\(\?P<\w+>|^\(\?-?i:|^\(\?s:|^\(\?:|^\(\?!|^\(/.exec(rest)[0];
      const end = closing(pattern, at);
      const inner = pattern.slice(at + opening.length, end);
      const fold = opening === '(?i:' ? true : opening === '(?-i:' ? false : folded;
      if (opening === '(?s:') taken(end + 1 - at, '[\\s\\S]');
      else {
        const group = opening === '(' || opening === '(?!' ? opening : '(?:';
        taken(end + 1 - at, `${group}${translate(inner, fold)})`);
      }
    } else if (rest[0] === '[') {
      const set = /^\[\^?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]/.exec(rest)[0];
      taken(set.length, foldSet(set.replaceAll('[:alnum:]', 'A-Za-z0-9'), folded));
    } else if (rest.startsWith('\\z')) taken(2, '$');
    else if (rest[0] === '\\')
      taken(rest.startsWith('\\x') ? 4 : 2, rest.slice(0, rest.startsWith('\\x') ? 4 : 2));
    else if (/^\{\d+,\}/.test(rest)) {
      const [whole, least] = /^\{(\d+),\}/.exec(rest);
      taken(whole.length, `{${least},${Math.max(1024, Number(least))}}`);
    } else if (/^\{\d+(?:,\d+)?\}/.test(rest)) {
      const [bounds] = /^\{[\d,]+\}/.exec(rest);
      taken(bounds.length, bounds);
    } else if (rest[0] === '{' || rest[0] === '}') taken(1, `\\${rest[0]}`);
    else if (rest[0] === '+') taken(1, '{1,256}');
    else if (rest[0] === '*') taken(1, '{0,256}');
    else if (folded && /[A-Za-z]/.test(rest[0]))
      taken(1, `[${rest[0].toLowerCase()}${rest[0].toUpperCase()}]`);
    else taken(1, rest[0]);
  }
  return out;
}

function foldSet(set, folded) {
  if (!folded) return set;
  const other = set.replace(/\\./g, '').match(/[a-zA-Z]-[a-zA-Z]|[a-zA-Z]/g) ?? [];
  const swapped = other.map((part) =>
    part === part.toLowerCase() ? part.toUpperCase() : part.toLowerCase(),
  );
  const missing = [...new Set(swapped)].filter((part) => !set.includes(part));
  return set.replace(/^\[\^?/, (start) => start + missing.join(''));
}

function closing(pattern, opening) {
  let depth = 0;
  for (let at = opening; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === '[')
      at += /^\[\^?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]/.exec(pattern.slice(at))[0].length - 1;
    else if (pattern[at] === '(') depth++;
    else if (pattern[at] === ')' && --depth === 0) return at;
  }
  throw new Error(`Unclosed group in ${pattern}`);
}

/** Parses the subset of TOML in the generated file: tables, and strings, numbers and lists as values. */
function parse(text) {
  const rules = [];
  const allowed = [];
  let values = {};
  for (const [, table, key, value] of text.matchAll(
    /^\[\[?([\w.]+)\]\]?$|^(\w+) = ('''[\s\S]*?'''|"(?:\\.|[^"\\])*"|[\d.]+|\[\n[\s\S]*?^\]|\[.*\])$/gm,
  )) {
    if (table === 'rules') {
      values = { except: [] };
      rules.push(values);
    } else if (table !== undefined)
      values = { list: table === 'allowlist' ? allowed : (rules.at(-1)?.except ?? []) };
    else if (key === 'regexes' && values.list !== undefined) values.list.push(...strings(value));
    else if (key === 'keywords') values.keywords = strings(value);
    else if (key === 'entropy') values.entropy = Number(value);
    else values[key] = strings(value)[0];
  }
  return { rules, allowed };
}

function strings(value) {
  return Array.from(value.matchAll(/'''([\s\S]*?)'''|"((?:\\.|[^"\\])*)"/g), ([, raw, quoted]) =>
    raw !== undefined ? raw : JSON.parse(`"${quoted}"`),
  );
}
