import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { insertMember, removeMember } from './json-edit.js';
import { ConnectError, placeIn, type ToolFile } from './tool-file.js';

/** One entry of Anima in a JSON file. */
export type JsonEntry =
  /** The value of a key. With `neededBy`, any program may have written it (a version), and it stays while the other key exists. */
  | { at: readonly string[]; value: unknown; neededBy?: string }
  /** An item at the end of a list, which `isOurs` recognises. */
  | { listAt: readonly string[]; item: unknown; isOurs: (item: unknown) => boolean };

const BOM = '\ufeff';

/** Settings in JSON, also with comments and trailing commas. Edits change the entries of Anima and no other text. */
export function jsonFile(options: { path: string; what: string; entries: readonly JsonEntry[] }): ToolFile {
  const { path, what, entries } = options;
  return {
    path,
    what,
    add: (text) => {
      // Some tools create an empty file.
      if (text === null || text.trim() === '') return entries.reduce(addTo, '{}\n');
      const bom = text.startsWith(BOM) ? BOM : '';
      const added = entries.reduce(addTo, text.slice(bom.length));
      parse(added, path);
      return bom + added;
    },
    remove: (text, before) => {
      const bom = text.startsWith(BOM) ? BOM : '';
      const earlier = before === null || before.trim() === '' ? '{}' : before.replace(BOM, '');
      const left = entries.reduceRight(
        (rest, entry) => removeFrom(rest, entry, earlier),
        text.slice(bom.length),
      );
      return before === null && isBare(left) ? null : bom + left;
    },
  };

  function addTo(text: string, entry: JsonEntry): string {
    const root = parse(text, path);
    if ('at' in entry) {
      const above = entry.at.slice(0, -1);
      const parent = nodeOf(root, above, 'object');
      if (parent !== undefined) assertUnique(parent, entry.at.at(-1), entry.at);
      if (findNodeAtLocation(root, [...entry.at]) === undefined) return insertAt(text, entry.at, entry.value);
      if (entry.neededBy !== undefined) return text;
      throw new ConnectError(
        `${path} already has an entry ${entry.at.join('.')} that anima connect did not write. Rename or remove it first`,
      );
    }
    const list = nodeOf(root, entry.listAt, 'array');
    if (list === undefined) return insertAt(text, entry.listAt, [entry.item]);
    return itemsOf(list).some(entry.isOurs) ? text : insertMember(text, list, null, entry.item);
  }

  /** Inserts a value at a path, and the objects that are missing above it. */
  function insertAt(text: string, at: readonly string[], value: unknown): string {
    const root = parse(text, path);
    let depth = at.length - 1;
    while (depth > 0 && findNodeAtLocation(root, at.slice(0, depth)) === undefined) depth--;
    const above = findNodeAtLocation(root, at.slice(0, depth))!;
    const nested = at.slice(depth + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
    return insertMember(text, above, at[depth]!, nested);
  }

  /** Returns the node at a path. @throws ConnectError if it has another kind, or if a node above it is no object */
  function nodeOf(root: Node, at: readonly string[], kind: 'object' | 'array'): Node | undefined {
    for (let depth = 0; depth <= at.length; depth++) {
      const node = findNodeAtLocation(root, at.slice(0, depth));
      if (node === undefined) return undefined;
      assertUnique(node, at[depth], at.slice(0, depth + 1));
      const expected = depth === at.length ? kind : 'object';
      if (node.type !== expected)
        throw new ConnectError(
          `Expected ${expected === 'array' ? 'a list' : 'an object'} for ${at.slice(0, depth).join('.') || 'the whole file'} in ${path}, received ${node.type}`,
        );
    }
    return findNodeAtLocation(root, [...at]);
  }

  /** @throws ConnectError for a duplicate key: some programs read its first value, others its last. */
  function assertUnique(node: Node, key: string | undefined, at: readonly string[]): void {
    if (node.type !== 'object' || key === undefined) return;
    const same = (node.children ?? []).filter(({ children }) => children?.[0]?.value === key);
    if (same.length > 1)
      throw new ConnectError(
        `Expected one entry ${at.join('.')} in ${path}, received ${same.length}. The file is unchanged; merge the entries first`,
      );
  }

  function assertUniqueAlong(root: Node, at: readonly string[]): void {
    for (const [depth, key] of at.entries()) {
      const node = findNodeAtLocation(root, at.slice(0, depth));
      if (node !== undefined) assertUnique(node, key, at.slice(0, depth + 1));
    }
  }

  function removeFrom(text: string, entry: JsonEntry, before: string): string {
    assertUniqueAlong(parse(text, path), 'at' in entry ? entry.at : entry.listAt);
    if ('at' in entry) {
      const isTheirs = findNodeAtLocation(parse(before, path), [...entry.at]) !== undefined;
      const isNeeded =
        entry.neededBy !== undefined && findNodeAtLocation(parse(text, path), [entry.neededBy]) !== undefined;
      if (isTheirs || isNeeded) return text;
      return withoutEmpty(withoutKey(text, entry.at), entry.at.slice(0, -1), before);
    }
    let left = text;
    for (;;) {
      const list = findNodeAtLocation(parse(left, path), [...entry.listAt]);
      const index = list?.type === 'array' ? itemsOf(list).findIndex(entry.isOurs) : -1;
      if (index === -1) return withoutEmpty(left, entry.listAt, before);
      left = removeMember(left, list!, index);
    }
  }

  /** Removes empty lists and objects that connect created. */
  function withoutEmpty(text: string, at: readonly string[], before: string): string {
    const was = parse(before, path);
    let left = text;
    for (let depth = at.length; depth > 0; depth--) {
      const here = at.slice(0, depth);
      const node = findNodeAtLocation(parse(left, path), [...here]);
      const isTheirs = findNodeAtLocation(was, [...here]) !== undefined;
      if (node === undefined || isTheirs || (node.children?.length ?? 0) > 0) break;
      left = withoutKey(left, here);
    }
    return left;
  }

  function withoutKey(text: string, at: readonly string[]): string {
    const root = parse(text, path);
    const container = findNodeAtLocation(root, at.slice(0, -1));
    const index = container?.children?.findIndex(({ children }) => children?.[0]?.value === at.at(-1)) ?? -1;
    return container?.type !== 'object' || index === -1 ? text : removeMember(text, container, index);
  }
}

const isBare = (text: string): boolean => text.replace(/\s/g, '') === '{}';

const itemsOf = (list: Node): unknown[] => (list.children ?? []).map((node) => getNodeValue(node));

function parse(text: string, path: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined || root === undefined)
    throw new ConnectError(
      `Expected JSON in ${path}, received ${error === undefined ? 'nothing' : `${printParseErrorCode(error.error)} at ${placeIn(text, error.offset)}`}; the file is unchanged`,
    );
  return root;
}
