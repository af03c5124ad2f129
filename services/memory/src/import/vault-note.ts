import type { MemoryType } from '../memory/memory.js';
import type { ForeignFormat } from './formats.js';

/** Fields of a note that organise it and say nothing about its subject. */
const ORGANISING = new Set([
  'permalink',
  'aliases',
  'cssclasses',
  'created',
  'modified',
  'updated',
  'date',
  'id',
]);

/** Returns the fields of a note that are information. A note is named by its title, else by its file. */
export function noteFields(
  fields: Readonly<Record<string, unknown>>,
  fileTitle: string | null,
): Record<string, unknown> {
  const kept = Object.entries(fields).filter(
    ([name, value]) => !ORGANISING.has(name) && !(name === 'type' && value === 'note'),
  );
  return { ...(fileTitle === null ? {} : { title: fileTitle }), ...Object.fromEntries(kept) };
}

/** A line of basic-memory: "- [category] text #tag (context)". */
const OBSERVATION = /^([ \t]*[-*] )\[([^\]\n]{1,60})\] (?=\S)/gm;
/** Headings of basic-memory that say nothing about the subject. */
const SECTION = /^#{1,6} (?:Observations|Relations)[ \t]*$/gm;
/** A line of basic-memory: "- depends_on [[Other note]]". */
const RELATION = /^([ \t]*[-*] )([\w ]{1,60}?) \[\[([^\]\n|]{1,200})(?:\|[^\]\n]{1,200})?\]\]/gm;
/** Categories that are no check boxes of Markdown. */
const isCategory = (text: string): boolean => !/^[ xX/-]$/.test(text);

/** Types of memories by the category of an observation. */
const categoryTypes: Readonly<Record<string, MemoryType>> = {
  decision: 'decision',
  preference: 'preference',
  problem: 'error',
  bug: 'error',
  error: 'error',
  issue: 'error',
  pattern: 'pattern',
  technique: 'pattern',
  method: 'pattern',
  fact: 'fact',
};

/** Returns the type of a statement that `plainNote` has made of an observation; null for other statements. */
export function observedType(text: string): MemoryType | null {
  const [, category] = /^([\p{L}\p{N} _-]{1,60}): /u.exec(text) ?? [];
  return categoryTypes[category?.toLowerCase() ?? ''] ?? null;
}

/**
 * Rewrites a note of Obsidian or basic-memory as plain Markdown: links become their text, embedded files and comments are
 * removed, and observations and relations of basic-memory become sentences.
 */
export function plainNote(text: string, format: ForeignFormat): string {
  const observed =
    format === 'basic-memory'
      ? text
          .replace(SECTION, '')
          .replace(RELATION, (_, bullet: string, relation: string, target: string) => {
            return `${bullet}${relation.replaceAll('_', ' ')} ${target}`;
          })
          .replace(OBSERVATION, (whole, bullet: string, category: string) =>
            isCategory(category) ? `${bullet}${category}: ` : whole,
          )
      : text;
  return observed
    .replace(/%%[^%]{0,10000}%%/g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/!\[\[[^\]\n]{1,300}\]\]/g, '')
    .replace(/\[\[([^\]\n|#]{1,200})(?:#[^\]\n|]{1,200})?\]\]/g, '$1')
    .replace(/\[\[[^\]\n|]{1,300}\|([^\]\n]{1,200})\]\]/g, '$1')
    .replace(/^(>[ \t]*)\[!\w{1,30}\][+-]?[ \t]*/gm, '$1');
}

/** Returns the tags in a text, such as `#project/shop`. A number or a heading is no tag. */
export function inlineTags(text: string): string[] {
  return Array.from(
    text.matchAll(/(?<![\p{L}\p{N}#&/])#([\p{L}\p{N}_/-]{1,60})/gu),
    ([, tag]) => tag!,
  ).filter((tag) => /\p{L}/u.test(tag));
}
