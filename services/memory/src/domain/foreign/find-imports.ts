import type { Nodes, Root } from 'mdast';

/** A file that a memory file asks to be read as part of it. */
export interface ForeignImport {
  /** As written: relative, absolute or from the home (`~/`). */
  target: string;
  /** From 1. */
  line: number;
}

const atPath = /(^|\s)@((?:[^\s\\]|\\ )+)/g;

/** `@path` in text, never in code; a mention (`@alice`) looks the same and is told apart by whether a file is there. */
export function findImports(root: Root): ForeignImport[] {
  const imports: ForeignImport[] = [];
  const visit = (node: Nodes): void => {
    if (node.type === 'text') {
      let line = node.position?.start.line ?? 1;
      let counted = 0;
      for (const match of node.value.matchAll(atPath)) {
        const at = match.index + match[1]!.length;
        line += node.value.slice(counted, at).split('\n').length - 1;
        counted = at;
        const target = importTarget(match[2]!);
        if (target !== null) imports.push({ target, line });
      }
    }
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(root);
  return imports;
}

function importTarget(written: string): string | null {
  const path = written
    .split('#', 1)[0]!
    .replace(/(?<![.,;:!?)\]}'"])[.,;:!?)\]}'"]+$/, '')
    .replaceAll('\\ ', ' ');
  return /^(?:\.{0,2}\/|~\/|[\w.-])/.test(path) && path !== '~/' ? path : null;
}

/** Written so that it can only be a path. A missing one is worth a warning; a mention is not. */
export function isPlainlyPath(target: string): boolean {
  return /^(?:\.{0,2}\/|~\/)/.test(target) || /\.(?:md|mdc|markdown|txt)$/i.test(target);
}

/** A statement that only points to files is not one: what they say comes with them. */
export function onlyImports(text: string): boolean {
  return /^\s*@(?:[^\s\\]|\\ )+(?:\s+@(?:[^\s\\]|\\ )+)*\s*$/.test(text);
}
