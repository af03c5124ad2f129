import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const packages = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages');

/** Entry points of pages, and modules that pages of other projects import. */
const entryPoints = [
  'live-page/src/main.ts',
  'studio/src/main.tsx',
  'player/src/index.ts',
  'player/src/sound/sound-worklet.ts',
  'face/src/expressions.ts',
  'client/src/index.ts',
  'client/src/live/index.ts',
  'client/src/server-sent-events.ts',
];

/** Returns the imports of a file that remain without its types. */
function importsOf(source: string): string[] {
  const static_ = /^(?:import|export)\s(?!type\s)(?:[^'";]{0,4000}\sfrom\s)?'([^']{1,200})'/gm;
  const dynamic = /\bimport\('([^']{1,200})'\)/g;
  return [static_, dynamic].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, specifier]) => specifier!),
  );
}

/** Returns the source file of an import; null for a library. */
function sourceOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return asSource(resolve(dirname(file), specifier));
  const [, name, entryPoint = '.'] = /^@anima\/([^/]+)(\/.+)?$/.exec(specifier) ?? [];
  if (name === undefined) return null;
  const { exports } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  const target = exports[entryPoint === '.' ? '.' : `.${entryPoint}`];
  return target === undefined ? null : asSource(join(packages, name, target.replace('./dist/', 'src/')));
}

const asSource = (path: string): string | null =>
  [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find(
    (each) => /\.tsx?$/.test(each) && existsSync(each),
  ) ?? null;

/** Returns every file that a page loads from an entry point, and its imports of Node.js modules. */
function loadedFrom(entryPoint: string): { files: Set<string>; needsNode: string[] } {
  const files = new Set<string>();
  const needsNode: string[] = [];
  const waiting = [join(packages, entryPoint)];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const specifier of importsOf(readFileSync(file, 'utf8'))) {
      if (isBuiltin(specifier)) needsNode.push(`${file.slice(packages.length + 1)} -> ${specifier}`);
      const next = sourceOf(file, specifier);
      if (next !== null) waiting.push(next);
    }
  }
  return { files, needsNode };
}

describe('modules of pages import no Node.js modules', () => {
  it.each(entryPoints)('from %s', (entryPoint) => {
    const { files, needsNode } = loadedFrom(entryPoint);
    expect(needsNode).toEqual([]);
    expect(files.size).toBeGreaterThan(0);
  });

  it('and it would be seen, through other packages, too', () => {
    const { files } = loadedFrom('live-page/src/main.ts');
    expect([...files].some((file) => file.startsWith(join(packages, 'client')))).toBe(true);
    expect(loadedFrom('client/src/node.ts').needsNode.length).toBeGreaterThan(0);
    expect(
      importsOf(
        "import type { A } from 'node:a';\nimport {\n  b,\n} from 'node:b';\nexport * from './c.js';\nawait import('d');",
      ),
    ).toEqual(['node:b', './c.js', 'd']);
  });
});
