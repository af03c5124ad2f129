import type { ForeignStatement } from '../foreign-statement.js';
import { tagsOf } from '../foreign-statement.js';
import { inferType } from '../infer-type.js';
import { parseMarkdown } from '../markdown-text.js';
import { collectStatements } from '../statements.js';

/** Splits a Markdown text of an export into statements, each under its headings. */
export function noteStatements(text: string): ForeignStatement[] {
  return collectStatements(text, parseMarkdown(text)).map((raw) => {
    const above = [...raw.headings, ...(raw.leadIn === null ? [] : [raw.leadIn])].join(' > ');
    return {
      content: above === '' ? raw.text : `${above}: ${raw.text}`,
      type: inferType(raw, 'fact'),
      tags: tagsOf(raw.headings),
      line: raw.line,
      occurredAt: null,
    };
  });
}
