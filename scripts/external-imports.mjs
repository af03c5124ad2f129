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
  const found = [];
  for (const { moduleRequest } of module.staticImports) found.push(moduleRequest.value);
  for (const { entries } of module.staticExports)
    found.push(...entries.map(({ moduleRequest }) => moduleRequest?.value));
  for (const { moduleRequest } of module.dynamicImports)
    found.push(
      ...(/^(['"])(.+)\1$/.exec(code.slice(moduleRequest.start, moduleRequest.end))?.slice(2) ?? []),
    );
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

const resolvesFromHere = (callee, code) =>
  code.slice(callee.start, callee.end).replace(/\s/g, '') === 'createRequire(import.meta.url).resolve';

/** Returns the package of an import: "@aws-sdk/client-s3/dist/x.js" is a file of "@aws-sdk/client-s3". */
export function packageOf(specifier) {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
