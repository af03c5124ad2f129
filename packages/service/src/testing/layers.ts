import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The source of a service, as its architecture test sees it. */
export interface Layers {
  /** Returns every import of its files except tests; relative ones from the top of the source. */
  imports(): { file: string; specifier: string }[];
  /** Returns "file -> import" for each forbidden import of a layer; throws if the layer has no file. */
  broken(layer: string, forbidden: RegExp): string[];
}

export function readLayers(source: string): Layers {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(
      (file) =>
        /\.ts$/.test(file) && !/\.test\.ts$|\.contract\.ts$/.test(file) && !file.startsWith('testing/'),
    );
  const imports = files.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8');
    return [...text.matchAll(/(?:from|import) '([^']+)'/g)].map(([, given]) => {
      const specifier = given!.startsWith('.')
        ? relative(source, resolve(source, dirname(file), given!)).replaceAll('\\', '/')
        : given!;
      return { file, specifier };
    });
  });
  return {
    imports: () => imports,
    broken(layer, forbidden) {
      if (!files.some((file) => file.startsWith(layer)))
        throw new Error(`Expected files in ${layer}, found none`);
      return imports
        .filter(({ file, specifier }) => file.startsWith(layer) && forbidden.test(specifier))
        .map(({ file, specifier }) => `${file} -> ${specifier}`);
    },
  };
}
