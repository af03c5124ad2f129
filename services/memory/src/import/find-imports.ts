import type { Nodes, Root } from 'mdast';

/** A file that a memory file includes. */
export interface ForeignImport {
  /** The path as written: relative, absolute or relative to the home directory (`~/`). */
  target: string;
  /** Line number, from 1. */
  line: number;
}

const atPath = /(^|\s)@((?:[^\s\\]|\\ )+)/g;

/** Finds `@path` outside of code. A mention (`@alice`) looks the same, but its file does not exist. */
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

/** Returns whether the text can only be a path. Only a missing path causes a warning. */
export function isPlainlyPath(target: string): boolean {
  return /^(?:\.{0,2}\/|~\/)/.test(target) || /\.(?:md|mdc|markdown|txt)$/i.test(target);
}

/** Returns whether a statement only refers to files. It is skipped, because the files are imported. */
export function onlyImports(text: string): boolean {
  return /^\s*@(?:[^\s\\]|\\ )+(?:\s+@(?:[^\s\\]|\\ )+)*\s*$/.test(text);
}
