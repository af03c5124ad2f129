import { clauses } from '../text/sentences.js';

/** A file or directory that a text describes as existing. */
export interface PathMention {
  path: string;
  /** Base of the path. A relative path requires a root. */
  base: 'absolute' | 'home' | 'relative';
  /**
   * True if the path ends in a file extension. A relative path without an extension may also be a branch, a
   * package or "and/or", so it only counts if its first folder exists.
   */
  isFile: boolean;
}

const EXTENSIONS =
  'ts|tsx|mts|cts|js|jsx|mjs|cjs|json|jsonc|json5|yaml|yml|toml|ini|cfg|conf|env|md|mdx|mdc|rst|txt|adoc|py|pyi|ipynb|rb|go|rs|java|kt|kts|scala|swift|c|cc|cpp|h|hpp|cs|fs|php|lua|pl|r|jl|ex|exs|erl|clj|dart|zig|nim|vue|svelte|astro|html|css|scss|sass|less|sql|prisma|graphql|gql|proto|sh|bash|zsh|fish|ps1|bat|tf|tfvars|hcl|nix|lock|xml|csv|tsv|svg|png|jpg|jpeg|gif|pdf|gradle|properties|plist|patch|service|template';
const FILE = new RegExp(`[^/]\\.(?:${EXTENSIONS})$`, 'i');

/** Generated files and folders, which may be missing at any time. */
const GENERATED =
  /(?:^|\/)(?:node_modules|dist|build|out|output|target|coverage|tmp|temp|cache|\.cache|vendor|__pycache__|\.git|\.next|\.venv|venv|logs?|bin|obj|generated|gen|results?|reports?|artifacts?)(?:\/|$)/i;
const HOST =
  /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|io|dev|net|ai|co|app|sh|edu|gov|local|internal|test|example)(?:\/|$)/i;
/** Letters, digits and the punctuation of file names; no globs, placeholders or variables. */
const PLAIN =
  /^(?:~\/|\/|(?:\.{1,2}\/)+(?!\.{1,2}\/))?[\p{L}\p{N}_@.+-][\p{L}\p{N}_@.+()-]*(?:\/[\p{L}\p{N}_@.+()-]+)*\/?$/u;

/**
 * The clause creates, deletes or moves the path, or the path is optional. Such clauses are ignored, as are
 * clauses about the past, because precision is more important than recall.
 */
const NOT_A_REFERENCE =
  /\b(?:delet|remov|renam|mov(?:e|ed|es|ing)\b|migrat|replac|drop(?:s|ped|ping)?\b|no\s+longer|used\s+to|was\b|were\b|had\b|formerly|previously|gone\b|creat|generat|emit|writ(?:e|es|ing|ten)\b|produc|outputs?\b|will\b|would\b|should\s+be\b|add(?:s|ed|ing)?\b|new\b|example|e\.g\.|such\s+as|if\b|unless\b|missing|exists?\b|optional|may\b|might\b|gitignore|ignored?\b|template|placeholder|todo\b|plan(?:s|ned)?\b|propos|download|upload|clone[ds]?\b)/i;

/** Returns the paths of a text in order, without repetitions. */
export function pathMentions(text: string): PathMention[] {
  const mentions = new Map<string, PathMention>();
  for (const clause of clauses(text)) {
    if (NOT_A_REFERENCE.test(withoutPaths(clause))) continue;
    for (const candidate of candidates(clause)) {
      const mention = readPath(candidate);
      if (mention !== null) mentions.set(mention.path, mention);
    }
  }
  return [...mentions.values()];
}

function withoutPaths(clause: string): string {
  return clause.replace(/\S+/g, (word) => (word.includes('/') ? ' ' : word));
}

/** Returns link targets and words that contain a slash. */
function candidates(clause: string): string[] {
  const found: string[] = [];
  const rest = clause
    .replace(/\[[^\][]*\]\(([^)\s]{1,300})\)/g, (_, target: string) => {
      found.push(target);
      return ' ';
    })
    .replace(/\b[a-z][a-z0-9+.-]{0,30}:\/\/\S+/gi, ' ');
  for (const word of rest.split(/[\s`"'“”‘’|=]+/)) if (word.includes('/')) found.push(word);
  return found;
}

function readPath(word: string): PathMention | null {
  const path = word
    .replace(/^[([{<,:]+/, '')
    // An import in a memory file: "@docs/style.md", "@./style.md".
    .replace(/^@(?=\.{0,2}\/|~\/|[^/]+\/.*\.md\b)/, '')
    .replace(/(?<![)\]}>,:;!?.…])[)\]}>,:;!?.…]+$/, '')
    .replace(/(?:#L?[\w-]+|(?::\d+){1,2})$/, '');
  if (!path.includes('/') || !PLAIN.test(path) || path.startsWith('@')) return null;
  const base = path.startsWith('/') ? 'absolute' : path.startsWith('~/') ? 'home' : 'relative';
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0 || GENERATED.test(path)) return null;
  if (base === 'relative') {
    // A path with "../" leaves the root.
    if (segments.includes('..') || HOST.test(path) || !/\p{L}/u.test(segments[0]!)) return null;
    // Two alternatives: "Vue.js/Nuxt.js", "README.md/CHANGELOG.md".
    if (segments.slice(0, -1).some((segment) => FILE.test(segment))) return null;
    if (segments.length < 2 && !path.startsWith('./')) return null;
  }
  return { path, base, isFile: FILE.test(path) };
}
