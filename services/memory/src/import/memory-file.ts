import { isoTimeToMs } from '@anima/service/schema';
import type { Root } from 'mdast';
import type { MemoryType } from '../memory/memory.js';
import { isMapping, textField } from '../text/frontmatter.js';
import { type FileFields, otherFields, textList } from './file-fields.js';
import type { ForeignStatement } from './foreign-statement.js';
import { tagsOf } from './foreign-statement.js';
import { inferType } from './infer-type.js';
import { joinBlocks, markdownSource, textWithDefinitions } from './markdown-text.js';

const ownFields = new Set(['name', 'description', 'type', 'metadata', 'tags', 'modified']);

/** Converts a file of an auto memory to one memory, with the type and date of its frontmatter. */
export function memoryFileStatement({ fields, body }: FileFields, root: Root): ForeignStatement[] {
  const metadata = isMapping(fields.metadata) ? fields.metadata : {};
  const name = textField(fields.name);
  const description = textField(fields.description);
  const source = markdownSource(body, root);
  const text = textWithDefinitions(root.children, joinBlocks(root.children, source), source).trim();
  // `user_role` is a file name; "Works in fintech" is information.
  const title = name !== null && /\s/.test(name) ? name : null;
  const parts = [
    title !== null && hasMoreThan(title, text) && hasMoreThan(title, description ?? '') ? title : null,
    description !== null && hasMoreThan(description, text) ? description : null,
    text,
    otherFields(fields, ownFields),
  ].filter((part) => part !== null && part !== '');
  if (parts.length === 0) return [];
  const content = parts.join('\n\n');
  return [
    {
      content,
      type: typeOf(textField(metadata.type) ?? textField(fields.type), content),
      tags: tagsOf([...(name === null ? [] : [name]), ...textList(fields.tags)]),
      line: root.children[0]?.position?.start.line ?? 1,
      occurredAt: timeOf(metadata.modified ?? fields.modified),
    },
  ];
}

function hasMoreThan(text: string, than: string): boolean {
  return !than.toLowerCase().includes(text.toLowerCase().replace(/[.:]$/, ''));
}

/** Maps the kind of the tool (whom a memory concerns) to a memory type (what it contains). */
function typeOf(kind: string | null, text: string): MemoryType {
  const inferred = inferType({ text, headings: [], leadIn: null, form: 'prose' }, 'fact');
  switch (kind?.toLowerCase()) {
    case 'user':
      return inferred === 'preference' ? 'preference' : 'entity';
    case 'feedback':
      return 'preference';
    case 'project':
      return inferred === 'decision' || inferred === 'error' ? inferred : 'context';
    case 'reference':
      return 'fact';
    default:
      return inferred;
  }
}

function timeOf(value: unknown): number | null {
  const text = textField(value);
  if (text === null || !/^\d{4}-\d\d-\d\d(?:$|T)/.test(text)) return null;
  const ms = isoTimeToMs(text);
  return Number.isFinite(ms) ? ms : null;
}
