/**
 * Counts the cases of text normalisation that are read as written~spoken pairs expect, by class. A case
 * counts if it is equal after harmless differences (case, hyphens, spaces between letters, "and") are
 * removed. The other cases are printed, because other readings can be equally good and only a person can
 * judge them.
 * Reads `text-normalisation/*.txt` of ANIMA_EVAL_DIR. Prints Markdown.
 * `npm run bench -- normalisation`
 */
import { readdirSync, readFileSync } from 'node:fs';
import { openModel } from '@anima/inference';
import { createTextReader, TextRefusal } from '@anima/speech';
import { describeMachine } from '../machine.js';

const FOLDER = `${process.env.ANIMA_EVAL_DIR ?? '../shared/data'}/text-normalisation`;

interface Case {
  readonly written: string;
  readonly expected: string;
}

function casesOf(file: string): Case[] {
  return readFileSync(`${FOLDER}/${file}`, 'utf8')
    .split('\n')
    .filter((line) => line.includes('~'))
    .map((line) => ({
      written: line.slice(0, line.lastIndexOf('~')),
      expected: line.slice(line.lastIndexOf('~') + 1),
    }))
    .filter(({ written }) => /[\p{L}\p{N}]/u.test(written));
}

/** Reduces a text to letters and digits, so that "five PM" and "five P M" are equal. */
function comparable(spoken: string): string {
  return spoken
    .toLowerCase()
    .replace(/\band\b/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const reader = await createTextReader((await openModel('hibari-heart')).dir);

async function read(text: string): Promise<string> {
  const sentences: string[] = [];
  try {
    for await (const { words } of reader.sentences(text))
      sentences.push(words.map((word) => word.text).join(' '));
  } catch (error) {
    // The text has no characters that can be spoken.
    if (!(error instanceof TextRefusal)) throw error;
  }
  return sentences.join(' ');
}

const others: string[] = [];
console.log(`## Text normalisation\n\n${describeMachine()}.\n\n| class | same | cases |\n|---|---|---|`);
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.txt'))) {
  const cases = casesOf(file);
  let same = 0;
  for (const { written, expected } of cases) {
    const spoken = await read(written);
    if (comparable(spoken) === comparable(expected)) same++;
    else others.push(`| ${file.replace('.txt', '')} | ${written} | ${expected} | ${spoken} |`);
  }
  console.log(`| ${file.replace('.txt', '')} | ${same} | ${cases.length} |`);
}
console.log(`\nTo judge:\n\n| class | written | expected | read |\n|---|---|---|---|\n${others.join('\n')}`);
await reader.close();
