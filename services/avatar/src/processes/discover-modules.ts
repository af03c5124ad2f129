import { existsSync, readdirSync } from 'node:fs';
import { bundledModule } from './programs.js';

/**
 * Imports the module `file` (without its extension) of each folder below the URL `parent`, sorted by the `order` of
 * the export `name`. An engine is added by adding a folder: no list names it.
 */
export async function discoverModules<T extends { order: number }>(
  parent: URL,
  file: string,
  name: string,
): Promise<readonly T[]> {
  const urls = readdirSync(parent).flatMap((folder) =>
    ['.js', '.ts']
      .map((extension) => new URL(`${folder}/${file}${extension}`, parent))
      .filter((url) => existsSync(url)),
  );
  const modules = await Promise.all(
    urls.map(async ({ href, pathname }) => {
      const url = pathname.endsWith('.ts') ? href : bundledModule(href);
      return ((await import(url)) as Record<string, T>)[name]!;
    }),
  );
  return modules.toSorted((one, other) => one.order - other.order);
}
