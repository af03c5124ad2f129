import type { ForeignStatement } from '../foreign-statement.js';
import { tagsOf } from '../foreign-statement.js';
import { inferType } from '../infer-type.js';
import { asFields, asItems, asText, type ExportPart, type Fields, timeOf } from './export-part.js';

/**
 * Reads memories of mem0: the response of `get_all`, which is a list or `{results}`, the export of the platform with
 * `{memories}`, and points of a vector store, which have the text as `payload.data`.
 */
export const mem0Export = {
  matches: (value: unknown): boolean => listOf(value).some((item) => textOf(item) !== ''),
  parts: (value: unknown): ExportPart[] => [
    { name: 'memories', statements: listOf(value).flatMap((item, index) => statementOf(item, index) ?? []) },
  ],
};

function listOf(value: unknown): Fields[] {
  const { results, memories, points } = asFields(value);
  return asItems(Array.isArray(value) ? value : (results ?? memories ?? points));
}

const textOf = ({ memory, payload }: Fields): string =>
  asText(memory) || asText(asFields(memory).content) || asText(asFields(payload).data);

function statementOf(item: Fields, index: number): ForeignStatement | null {
  const content = textOf(item);
  if (content === '') return null;
  const all: Fields = { ...asFields(item.payload), ...item };
  const { categories, created_at, updated_at, user_id, agent_id, metadata } = all;
  const { category, tags } = asFields(metadata);
  const names = [categories, category, tags].flat().map(asText);
  return {
    content,
    type: inferType({ text: content, headings: [], leadIn: null, form: 'prose' }, 'fact'),
    tags: tagsOf([...names, asText(user_id), asText(agent_id)]),
    line: index + 1,
    occurredAt: timeOf(updated_at ?? created_at),
  };
}
