import { Lexer } from 'yaml';

/** Far above what settings and frontmatters nest, and a tenth of what the parser can follow. */
const MAX_DEPTH = 100;
const MAX_COLUMNS = 400;
/** What stands before the first word of a line: indentation, and marks of lists, keys and values that may nest in one line. */
const INDENTATION = /^[ \t?:-]*/gm;

/**
 * Throws where YAML may be nested deeper than the parser can follow: it calls itself for each level, and a stack that ends
 * inside a regular expression ends the whole process, which nothing can catch. To be asked before it parses foreign text.
 *
 * Brackets are counted in the parser's own tokens, so that those in texts and comments do not count; a level of block style
 * takes a column at least, or its parent's with a list in it.
 */
export function assertShallowYaml(yaml: string): void {
  for (const [indentation] of yaml.matchAll(INDENTATION)) requireAtMost(indentation.length, MAX_COLUMNS);
  let depth = 0;
  for (const token of new Lexer().lex(yaml)) {
    if (token === '[' || token === '{') requireAtMost(++depth, MAX_DEPTH);
    else if ((token === ']' || token === '}') && depth > 0) depth--;
  }
}

function requireAtMost(depth: number, limit: number): void {
  if (depth > limit) throw new Error(`Expected at most ${MAX_DEPTH} levels`);
}
