/** The tools whose memory files can be read, and where each of them keeps those files. Paths are written with `/`. */

export const foreignFormats = [
  'claude-md',
  'claude-memory',
  'codex-agents',
  'gemini-md',
  'cursor-rules',
  'copilot-instructions',
  'windsurf-rules',
  'cline-rules',
] as const;
export type ForeignFormat = (typeof foreignFormats)[number];

/** The names that say nothing about the tool. */
export const formatAliases = {
  'vendora-md': 'claude-md',
  'vendorb-agents': 'codex-agents',
  'vendorc-md': 'gemini-md',
  'vendora-memory': 'claude-memory',
} as const satisfies Record<string, ForeignFormat>;

export type FormatName = 'auto' | ForeignFormat | keyof typeof formatAliases;

/** Null for auto. */
export function formatNamed(name: FormatName): ForeignFormat | null {
  if (name === 'auto') return null;
  return name in formatAliases ? formatAliases[name as keyof typeof formatAliases] : (name as ForeignFormat);
}

/** The ends of paths where a tool looks; the first that fits decides. */
const locations: readonly (readonly [RegExp, ForeignFormat])[] = [
  [/\/\.claude\/projects\/[^/]+\/memory\/[^/]+\.md$/, 'claude-memory'],
  [/\/\.claude\/rules\/(?:.+\/)?[^/]+\.md$/, 'claude-md'],
  [/\/CLAUDE(?:\.local)?\.md$/, 'claude-md'],
  [/\/AGENTS(?:\.override)?\.md$/, 'codex-agents'],
  [/\/\.codex\/memories\/[^/]+\.md$/, 'codex-agents'],
  [/\/GEMINI\.md$/, 'gemini-md'],
  [/\/\.cursor\/rules\/(?:.+\/)?[^/]+\.(?:mdc|md)$/, 'cursor-rules'],
  [/\/\.cursorrules$/, 'cursor-rules'],
  [/\/\.github\/copilot-instructions\.md$/, 'copilot-instructions'],
  [/\/\.github\/instructions\/(?:.+\/)?[^/]+\.instructions\.md$/, 'copilot-instructions'],
  [/\/\.windsurf\/rules\/[^/]+\.md$/, 'windsurf-rules'],
  [/\/\.windsurfrules$/, 'windsurf-rules'],
  [/\/\.clinerules(?:\/(?:.+\/)?[^/]+\.(?:md|txt))?$/, 'cline-rules'],
  [/\/memory-bank\/[^/]+\.md$/, 'cline-rules'],
];

/** The tool that looks for memory at this absolute path; null where none does. */
export function formatOfPath(path: string): ForeignFormat | null {
  return locations.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** The index of an auto memory: it lists the memories and is none itself. */
export function isMemoryIndex(path: string, format: ForeignFormat | null): boolean {
  return format === 'claude-memory' && path.endsWith('/MEMORY.md');
}

/**
 * Whether the file at a real path may be read as memory: one that a tool keeps, by its place, or Markdown by its ending, for
 * whoever names it and for imports. What is hidden belongs to other programs, keys among it: of `belowRoot`, the path from
 * the allowed root on, only folders of the tools may be.
 */
export function mayBeMemory(path: string, belowRoot: string): boolean {
  if (formatOfPath(path) !== null) return true;
  const hidden = belowRoot.split('/').filter((name) => name.startsWith('.'));
  return isMarkdownName(path) && hidden.every((name) => Object.hasOwn(toolFolders, name));
}

export function isMarkdownName(path: string): boolean {
  return /\.(?:md|mdc)$/i.test(path);
}

/** How far the imports of a tool's files reach: 0 where the tool has none. */
export function importDepth(format: ForeignFormat): number {
  if (format === 'claude-md') return 4;
  return format === 'gemini-md' ? 5 : 0;
}

/**
 * The folders of tools, and what of them can hold memory: `''` is the folder itself, the rest are folders inside it. Of
 * `.claude/projects` only the memory of each project: beside it lie transcripts, which may be many gigabytes.
 */
const toolFolders: Record<string, RegExp> = {
  '.claude': /^(?:|rules(?:\/.*)?|projects|projects\/[^/]+|projects\/[^/]+\/memory)$/,
  '.codex': /^(?:|memories)$/,
  '.gemini': /^$/,
  '.cursor': /^(?:|rules(?:\/.*)?)$/,
  '.github': /^(?:|instructions(?:\/.*)?)$/,
  '.windsurf': /^(?:|rules)$/,
  '.clinerules': /^.*$/,
};

/** The part of an absolute path that begins with a tool's folder; empty where there is none. */
export function insideToolFolder(path: string): string {
  const names = path.split('/');
  const tool = names.findLastIndex((name) => Object.hasOwn(toolFolders, name));
  return tool === -1 ? '' : names.slice(tool).join('/');
}

/** Folders of builds, packages and caches: what stands in them was written by somebody else, or is a copy. */
const foreignFolders = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'site-packages',
  '__pycache__',
  'venv',
  'env',
  'dist',
  'build',
  'target',
  'out',
  'coverage',
  'Library',
  'AppData',
  'Caches',
  'snap',
]);

/** Whether a walk looks into the folder at this path, counted from where the walk began or from a tool's folder. */
export function isWorthEntering(relativePath: string): boolean {
  const names = relativePath.split('/');
  const tool = names.findIndex((name) => name.startsWith('.'));
  const inside =
    tool === -1 || !Object.hasOwn(toolFolders, names[tool]!) ? undefined : toolFolders[names[tool]!];
  if (inside) return inside.test(names.slice(tool + 1).join('/'));
  return tool === -1 && !foreignFolders.has(names.at(-1)!);
}

/** Files of a project that are written for its visitors, and no memory unless somebody says so. */
export function isProjectPaper(path: string): boolean {
  return /\/(?:README|CHANGELOG|CONTRIBUTING|LICEN[CS]E|SECURITY|CODE_OF_CONDUCT|NOTICE)(?:\.\w+)?$/i.test(
    path,
  );
}
