import type { ForeignStatement } from '../foreign-statement.js';
import { tagsOf } from '../foreign-statement.js';
import { asFields, asItems, asText, type ExportPart, type Fields } from './export-part.js';

/**
 * Reads the graph of the MCP reference memory server: `memory.json` with one entity or relation per line, or the result of its
 * tool `read_graph`, `{entities, relations}`. Each observation and each relation is a statement.
 */
export const mcpMemoryExport = {
  matches: (value: unknown): boolean => recordsOf(value).some((record) => statementsOf(record, 1).length > 0),
  parts: (value: unknown): ExportPart[] => [
    {
      name: 'graph',
      statements: recordsOf(value).flatMap((record, index) => statementsOf(record, index + 1)),
    },
  ],
};

function recordsOf(value: unknown): Fields[] {
  const { entities, relations } = asFields(value);
  return [value, entities, relations].flatMap(asItems);
}

function statementsOf(record: Fields, line: number): ForeignStatement[] {
  const { name, entityType, observations, from, to, relationType } = record;
  const base = { type: 'entity', line, occurredAt: null } as const;
  if (asText(from) !== '' && asText(to) !== '' && asText(relationType) !== '') {
    const content = `${asText(from)} ${asText(relationType).replaceAll('_', ' ')} ${asText(to)}`;
    return [{ ...base, content, tags: tagsOf([asText(from), asText(to)]) }];
  }
  if (asText(name) === '' || !Array.isArray(observations)) return [];
  const kind = asText(entityType);
  const subject = kind === '' ? asText(name) : `${asText(name)} (${kind})`;
  return observations.flatMap((observation) => {
    const text = asText(observation) || asText(asFields(observation).content);
    return text === ''
      ? []
      : [{ ...base, content: `${subject}: ${text}`, tags: tagsOf([asText(name), kind]) }];
  });
}
