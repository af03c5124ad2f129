import { isBuiltin } from 'node:module';
import { parseSync, Visitor } from 'rolldown/utils';

const PACKAGE_PATH = /^(?:@[\w.-]+\/)?\w[\w.-]*(?:\/[\w./-]+)?$/;
/** Packages that programs can run without: `ws` is faster with the first two; the judge of GGUF files needs the third. */
const OPTIONAL = new Set(['bufferutil', 'utf-8-validate', 'node-llama-cpp']);

/**
 * Returns the imports of other packages in the module `code` without duplicates: `import`, `export from`, `import()`,
 * `require`, and `createRequire(import.meta.url).resolve`. `resolve` from the folder of another module is excluded.
 */
export function externalImports(file, code) {
  const { program, module } = parseSync(file, code);
  const found = importsOf(module, code);
  if (/require\b/i.test(code))
    new Visitor({
      CallExpression({ callee, arguments: [first] }) {
        const isLookup =
          callee.type === 'Identifier'
            ? /^(?:__)?require$/.test(callee.name)
            : resolvesFromHere(callee, code);
        if (isLookup && first?.type === 'Literal') found.push(first.value);
      },
    }).visit(program);
  return [...new Set(found)].filter(
    (name) => PACKAGE_PATH.test(name ?? '') && !isBuiltin(name) && !OPTIONAL.has(packageOf(name)),
  );
}

/** Returns the imports of other modules by a relative path. */
export function relativeImports(file, code) {
  const found = importsOf(parseSync(file, code).module, code);
  return [...new Set(found)].filter((name) => /^\.{1,2}\//.test(name ?? ''));
}

function importsOf(module, code) {
  const inText = ({ start, end }) => /^(['"])(.+)\1$/.exec(code.slice(start, end))?.slice(2) ?? [];
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => inText(moduleRequest)),
  ];
}

const resolvesFromHere = (callee, code) =>
  code.slice(callee.start, callee.end).replace(/\s/g, '') === 'createRequire(import.meta.url).resolve';

/** Returns the package of an import: "@aws-sdk/client-s3/dist/x.js" is a file of "@aws-sdk/client-s3". */
export function packageOf(specifier) {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
