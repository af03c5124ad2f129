import {
  applyEdits,
  type FormattingOptions,
  findNodeAtLocation,
  getNodeValue,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { ConnectError, endOfLine, placeIn, type ToolFile } from './tool-file.js';

/** One thing of ours in a JSON file. */
export type JsonEntry =
  /** The value of a key; `shared`: one that the file needs whoever wrote it (a version), left as it is where it is there. */
  | { at: readonly string[]; value: unknown; shared?: true }
  /** An item at the end of a list; known again by `isOurs`. */
  | { listAt: readonly string[]; item: unknown; isOurs: (item: unknown) => boolean };

const BOM = '\ufeff';

/** Settings in JSON, also with comments and commas too many: changed in place, everything else stays as it stands. */
export function jsonFile(options: { path: string; what: string; entries: readonly JsonEntry[] }): ToolFile {
  const { path, what, entries } = options;
  return {
    path,
    what,
    add: (text) => {
      // An empty file is what some tools make for a start.
      if (text === null || text.trim() === '') return entries.reduce(addTo, '{}\n');
      const bom = text.startsWith(BOM) ? BOM : '';
      return bom + entries.reduce(addTo, text.slice(bom.length));
    },
    remove: (text, before) => {
      const bom = text.startsWith(BOM) ? BOM : '';
      const earlier = before === null || before.trim() === '' ? '{}' : before.replace(BOM, '');
      const left = entries.reduceRight(
        (rest, entry) => removeFrom(rest, entry, earlier),
        text.slice(bom.length),
      );
      return before === null && isEmptyObject(left) ? null : bom + left;
    },
  };

  function addTo(text: string, entry: JsonEntry): string {
    const root = parse(text, path);
    if (!('at' in entry)) {
      const list = objectOrList(root, entry.listAt, 'array');
      if (list === undefined) return set(text, entry.listAt, [entry.item]);
      if (items(list).some(entry.isOurs)) return text;
      return set(text, [...entry.listAt, list.children?.length ?? 0], entry.item, true);
    }
    objectOrList(root, entry.at.slice(0, -1), 'object');
    if (findNodeAtLocation(root, [...entry.at]) === undefined) return set(text, entry.at, entry.value);
    if (entry.shared === true) return text;
    throw new ConnectError(
      `${path} has an entry ${entry.at.join('.')} already, which anima connect did not write; rename or remove it first`,
    );
  }

  /** What stands there, which has to be of this kind, as all above it has to be an object. */
  function objectOrList(root: Node, at: readonly string[], kind: 'object' | 'array'): Node | undefined {
    for (let depth = 0; depth <= at.length; depth++) {
      const node = findNodeAtLocation(root, at.slice(0, depth));
      if (node === undefined) return undefined;
      const expected = depth === at.length ? kind : 'object';
      if (node.type !== expected)
        throw new ConnectError(
          `Expected ${expected === 'array' ? 'a list' : 'an object'} for ${at.slice(0, depth).join('.') || 'the whole file'} in ${path}, received ${node.type}`,
        );
    }
    return findNodeAtLocation(root, [...at]);
  }

  function removeFrom(text: string, entry: JsonEntry, before: string): string {
    if ('at' in entry) {
      const isTheirs = findNodeAtLocation(parse(before, path), [...entry.at]) !== undefined;
      // A shared key goes with the last of what needed it.
      if (isTheirs || (entry.shared === true && !isAlone(text, entry.at))) return text;
      return withoutEmpty(set(text, entry.at, undefined), entry.at.slice(0, -1), before);
    }
    let left = text;
    for (;;) {
      const list = findNodeAtLocation(parse(left, path), [...entry.listAt]);
      const index = list?.type === 'array' ? items(list).findIndex(entry.isOurs) : -1;
      if (index === -1) return withoutEmpty(left, entry.listAt, before);
      left = set(left, [...entry.listAt, index], undefined);
    }
  }

  /** Takes away the lists and objects that we made and that nothing stands in any more. */
  function withoutEmpty(text: string, at: readonly string[], before: string): string {
    const was = parse(before, path);
    let left = text;
    for (let depth = at.length; depth > 0; depth--) {
      const here = at.slice(0, depth);
      const node = findNodeAtLocation(parse(left, path), [...here]);
      const isTheirs = findNodeAtLocation(was, [...here]) !== undefined;
      if (node === undefined || isTheirs || (node.children?.length ?? 0) > 0) break;
      left = set(left, here, undefined);
    }
    return left;
  }

  function isAlone(text: string, at: readonly string[]): boolean {
    const around = findNodeAtLocation(parse(text, path), at.slice(0, -1));
    return around?.children?.length === 1;
  }

  function isEmptyObject(text: string): boolean {
    const root = parse(text, path);
    const hasComments = /\S/.test(text.replace(/[{}]/g, ''));
    return root.type === 'object' && (root.children?.length ?? 0) === 0 && !hasComments;
  }
}

function items(list: Node): unknown[] {
  return (list.children ?? []).map((node) => getNodeValue(node));
}

function set(
  text: string,
  at: readonly (string | number)[],
  value: unknown,
  isArrayInsertion = false,
): string {
  const edits = modify(text, at as JSONPath, value, { formattingOptions: layoutOf(text), isArrayInsertion });
  return applyEdits(text, edits);
}

/** The indentation and ends of lines that a text has. */
function layoutOf(text: string): FormattingOptions {
  const [, indent = '  '] = /^([ \t]{1,16})\S/m.exec(text) ?? [];
  const tabs = indent.startsWith('\t');
  return { insertSpaces: !tabs, tabSize: tabs ? 1 : indent.length, eol: endOfLine(text) };
}

function parse(text: string, path: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined || root === undefined)
    throw new ConnectError(
      `Expected JSON in ${path}, received ${error === undefined ? 'nothing' : `${printParseErrorCode(error.error)} at ${placeIn(text, error.offset)}`}; nothing was written`,
    );
  return root;
}
