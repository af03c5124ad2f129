/** The tools whose memory files can be read, and the locations of these files. Paths use `/`. */

export const foreignFormats = [
  'claude-md',
  'claude-memory',
  'codex-agents',
  'gemini-md',
  'cursor-rules',
  'copilot-instructions',
  'windsurf-rules',
  'cline-rules',
  'obsidian',
  'basic-memory',
  'chatgpt-export',
  'claude-export',
  'mcp-memory',
  'mem0-export',
  'zep-export',
] as const;
export type ForeignFormat = (typeof foreignFormats)[number];

/** Exports of other memory systems: JSON documents, which are read only if a caller names them. */
export const exportFormats = [
  'chatgpt-export',
  'claude-export',
  'mcp-memory',
  'mem0-export',
  'zep-export',
] as const satisfies ForeignFormat[];
export type ExportFormat = (typeof exportFormats)[number];

export const isExportFormat = (format: ForeignFormat | null): format is ExportFormat =>
  exportFormats.some((each) => each === format);

/** Returns whether a file at a path can be an export: JSON that is not hidden. */
export const mayBeExport = (path: string, belowRoot: string): boolean =>
  /\.jsonl?$/i.test(path) && !belowRoot.split('/').some((name) => name.startsWith('.'));

/** Formats of folders with notes, all of which are read. */
export const isVault = (format: ForeignFormat | null): boolean =>
  format === 'obsidian' || format === 'basic-memory';

/** Names that do not mention the tool. */
export const formatAliases = {
  'vendora-md': 'claude-md',
  'vendorb-agents': 'codex-agents',
  'vendorc-md': 'gemini-md',
  'vendora-memory': 'claude-memory',
} as const satisfies Record<string, ForeignFormat>;

export type FormatName = 'auto' | ForeignFormat | keyof typeof formatAliases;

/** Returns null for auto. */
export function formatNamed(name: FormatName): ForeignFormat | null {
  if (name === 'auto') return null;
  return name in formatAliases ? formatAliases[name as keyof typeof formatAliases] : (name as ForeignFormat);
}

/** Path suffixes at which a tool looks for memory. The first match decides. */
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

/** Returns the tool that looks for memory at this absolute path; null if no tool does. */
export function formatOfPath(path: string): ForeignFormat | null {
  return locations.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** Returns whether the file is the index of an auto memory, which is not a memory itself. */
export function isMemoryIndex(path: string, format: ForeignFormat | null): boolean {
  return format === 'claude-memory' && path.endsWith('/MEMORY.md');
}

/**
 * Returns whether the file at a real path may be read as memory: a file at a location of a tool, or a
 * Markdown file. Hidden files belong to other programs and can contain keys, so `belowRoot`, the path below
 * the allowed root, may contain no hidden folders except those of the tools.
 */
export function mayBeMemory(path: string, belowRoot: string): boolean {
  if (formatOfPath(path) !== null) return true;
  const hidden = belowRoot.split('/').filter((name) => name.startsWith('.'));
  return isMarkdownName(path) && hidden.every((name) => Object.hasOwn(toolFolders, name));
}

export function isMarkdownName(path: string): boolean {
  return /\.(?:md|mdc)$/i.test(path);
}

/** Returns the maximum depth of the imports of a tool; 0 if the tool has no imports. */
export function importDepth(format: ForeignFormat): number {
  if (format === 'claude-md') return 4;
  return format === 'gemini-md' ? 5 : 0;
}

/**
 * The folders of tools, with a pattern of the folders inside that can contain memory; `''` is the folder
 * itself. `.claude/projects` also contains transcripts, which can be many gigabytes, so only the memory of
 * each project is read.
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

/** Returns the part of an absolute path from a tool's folder on; empty without such a folder. */
export function insideToolFolder(path: string): string {
  const names = path.split('/');
  const tool = names.findLastIndex((name) => Object.hasOwn(toolFolders, name));
  return tool === -1 ? '' : names.slice(tool).join('/');
}

/** Folders of builds, packages and caches. Their files have other authors or are copies. */
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

/** Returns whether a walk enters the folder. The path is relative to its start or to a tool's folder. */
export function isWorthEntering(relativePath: string): boolean {
  const names = relativePath.split('/');
  const tool = names.findIndex((name) => name.startsWith('.'));
  const inside =
    tool === -1 || !Object.hasOwn(toolFolders, names[tool]!) ? undefined : toolFolders[names[tool]!];
  if (inside) return inside.test(names.slice(tool + 1).join('/'));
  return tool === -1 && !foreignFolders.has(names.at(-1)!);
}

/** Returns whether a file is for visitors of a project. Only a caller can make it a memory file. */
export function isProjectPaper(path: string): boolean {
  return /\/(?:README|CHANGELOG|CONTRIBUTING|LICEN[CS]E|SECURITY|CODE_OF_CONDUCT|NOTICE)(?:\.\w+)?$/i.test(
    path,
  );
}
