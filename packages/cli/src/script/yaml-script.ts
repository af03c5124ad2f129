import { isMap, isSeq, LineCounter, type Node, parseAllDocuments, parseDocument } from 'yaml';
import { usageError } from '../failure.js';
import type { Fields, WrittenScript } from './script.js';

/**
 * YAML: `scenes` with what holds for all beside it, or a list of scenes, or a document (`---`) a scene. A scene that is a text alone
 * has nothing else.
 */
export function yamlScript(text: string): WrittenScript {
  const lines = new LineCounter();
  const documents = [parseAllDocuments(text, { lineCounter: lines })]
    .flat()
    .filter((each) => 'contents' in each);
  for (const { errors } of documents)
    for (const { message, linePos } of errors)
      throw usageError(`Expected YAML, received line ${linePos?.[0].line ?? 1}: ${message.split('\n')[0]}`);
  const lineOf = (node: unknown) => {
    const start = (node as Node | null)?.range?.[0];
    return start === undefined ? 1 : lines.linePos(start).line;
  };
  const sceneFrom = (node: unknown, value: unknown) => ({
    fields: fieldsOf(value, lineOf(node)),
    line: lineOf(node),
  });
  if (documents.length > 1)
    return {
      head: {},
      scenes: documents
        .filter(({ contents }) => contents !== null)
        .map((each) => sceneFrom(each.contents, each.toJS({ maxAliasCount: 100 }))),
    };
  const [document] = documents;
  const contents = document?.contents ?? null;
  const value = document?.toJS({ maxAliasCount: 100 }) as unknown;
  if (isSeq(contents))
    return {
      head: {},
      scenes: contents.items.map((item, index) => sceneFrom(item, (value as unknown[])[index])),
    };
  const list = isMap(contents) ? contents.get('scenes', true) : undefined;
  if (!isSeq(list)) throw usageError('Expected a list of scenes, or scenes: with a list, in the script');
  const { scenes, defaults = {}, ...head } = value as { scenes: unknown[]; defaults?: unknown };
  return {
    head: { ...fieldsOf(defaults, 1), ...head },
    scenes: list.items.map((item, index) => sceneFrom(item, scenes[index])),
  };
}

/** Settings that stand in a Markdown file. @throws CommandFailure with the line of the file */
export function yamlFields(text: string, firstLine: number): Fields {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined)
    throw usageError(
      `Expected YAML, received line ${firstLine + (error.linePos?.[0].line ?? 1) - 1}: ${error.message.split('\n')[0]}`,
    );
  return fieldsOf(document.toJS({ maxAliasCount: 100 }) ?? {}, firstLine);
}

function fieldsOf(value: unknown, line: number): Fields {
  if (typeof value === 'string') return { text: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usageError(
      `Expected a text or fields in line ${line} of the script, received ${JSON.stringify(value)}`,
    );
  return value as Fields;
}
