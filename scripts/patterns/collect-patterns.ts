import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@babel/parser';

/** A regular expression in the sources, or the `pattern` of a schema, which ajv compiles with the flag u. */
export interface WrittenPattern {
  readonly source: string;
  readonly flags: string;
  /** Path from the root of the repository, with `/`. */
  readonly file: string;
  readonly line: number;
}

/** A place where `new RegExp` composes a pattern, which is known only when the module runs. */
export interface MakingPlace {
  readonly file: string;
  readonly line: number;
}

interface AstNode {
  readonly type: string;
  readonly loc: { readonly start: { readonly line: number } };
  readonly [field: string]: unknown;
}

/** Sources of the product, without tests, benchmarks, development tools, generated code and WebAssembly. */
function sourceFiles(root: string): string[] {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  return tracked
    .split('\n')
    .filter((file) => /^(?:packages|services)\/|^scripts\/anima\.mjs$/.test(file))
    .filter((file) => !/\.test\.ts$|\.contract\.ts$|\.wasm\.ts$|\/testing\/|\/assembly\//.test(file));
}

/** Returns every literal pattern in the sources, and every place that composes a pattern. */
export function collectPatterns(root: string): { written: WrittenPattern[]; making: MakingPlace[] } {
  const written: WrittenPattern[] = [];
  const making: MakingPlace[] = [];
  for (const file of sourceFiles(root)) {
    const text = readFileSync(join(root, file), 'utf8');
    const { program } = parse(text, { sourceType: 'module', plugins: ['typescript'] });
    const holdsSchemas = text.includes("from 'typebox'");
    visit(program as unknown as AstNode, (node) => {
      const at = { file, line: node.loc.start.line };
      if (node.type === 'RegExpLiteral') {
        written.push({ source: node.pattern as string, flags: node.flags as string, ...at });
      } else if (isCallOf(node, 'RegExp')) making.push(at);
      const inSchema = schemaPattern(node, holdsSchemas);
      if (inSchema !== null) written.push({ source: inSchema, flags: 'u', ...at });
    });
  }
  return { written, making };
}

function visit(node: AstNode, each: (node: AstNode) => void): void {
  each(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && 'type' in child && 'loc' in child)
        visit(child as AstNode, each);
    }
  }
}

function isCallOf(node: AstNode, name: string): boolean {
  const callee = node.callee as AstNode | undefined;
  return /^(?:New|Call)Expression$/.test(node.type) && callee?.type === 'Identifier' && callee.name === name;
}

/** Returns the pattern of `pattern: '^[a-z]+$'`, or of a constant that a schema refers to. */
function schemaPattern(node: AstNode, holdsSchemas: boolean): string | null {
  const isProperty = node.type === 'ObjectProperty' && holdsSchemas;
  if (!isProperty && node.type !== 'VariableDeclarator') return null;
  const name = (isProperty ? node.key : node.id) as AstNode;
  const value = (isProperty ? node.value : node.init) as AstNode | null;
  const names = isProperty ? /^pattern$/ : /_PATTERN$|_NAME$/;
  if (value?.type !== 'StringLiteral' || !names.test(String(name.name))) return null;
  return /[\^$\\[]/.test(value.value as string) ? (value.value as string) : null;
}
