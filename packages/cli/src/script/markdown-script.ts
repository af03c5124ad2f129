import type { Fields, WrittenScript } from './script.js';
import { yamlFields } from './yaml-script.js';

interface Block {
  id?: string;
  line: number;
  fields: Fields;
  text: string[];
}

/**
 * Parses a Markdown script. The frontmatter has the defaults of all scenes. A heading, which names the scene, or a line `---`
 * starts a scene; a `yaml` fence sets its fields; other text is spoken. Without headings and such lines, each paragraph is a
 * scene. Comments are omitted.
 */
export function markdownScript(text: string): WrittenScript {
  const { head, body, firstLine } = frontmatter(text);
  const lines = withoutComments(body).split('\n');
  const isCut = lines.some((line) => headingOf(line) !== null || isRule(line));
  const blocks: Block[] = [];
  let block: Block = { line: firstLine, fields: {}, text: [] };
  let fence: { line: number; lines: string[] } | null = null;
  const begin = (line: number, id?: string) => {
    blocks.push(block);
    block = { line, fields: {}, text: [], ...(id === undefined ? {} : { id }) };
  };
  for (const [index, line] of lines.entries()) {
    const number = firstLine + index;
    if (fence !== null) {
      if (line.trimEnd() !== '```') {
        fence.lines.push(line);
        continue;
      }
      Object.assign(block.fields, yamlFields(fence.lines.join('\n'), fence.line));
      fence = null;
    } else if (/^```ya?ml\s*$/.test(line)) fence = { line: number + 1, lines: [] };
    else if (headingOf(line) !== null) begin(number, sceneId(headingOf(line)!));
    else if (isRule(line) || (!isCut && line.trim() === '')) begin(number + 1);
    else block.text.push(line);
  }
  blocks.push(block);
  return { head, scenes: withUniqueIds(blocks.filter(hasScene)).map(sceneFrom) };
}

function frontmatter(text: string): { head: Fields; body: string; firstLine: number } {
  if (!text.startsWith('---\n')) return { head: {}, body: text, firstLine: 1 };
  const end = text.indexOf('\n---\n', 3);
  // A rule without a second one is no frontmatter.
  if (end === -1) return { head: {}, body: text.slice(4), firstLine: 2 };
  const head = text.slice(4, Math.max(4, end));
  return { head: yamlFields(head, 2), body: text.slice(end + 5), firstLine: head.split('\n').length + 3 };
}

/** Removes comments, but keeps their line ends, so that line numbers stay correct. */
function withoutComments(text: string): string {
  let [result, at] = ['', 0];
  for (;;) {
    const start = text.indexOf('<!--', at);
    const end = start === -1 ? -1 : text.indexOf('-->', start);
    if (end === -1) return result + text.slice(at);
    result += text.slice(at, start) + '\n'.repeat(text.slice(start, end).split('\n').length - 1);
    at = end + 3;
  }
}

const headingOf = (line: string): string | null => /^#{1,6} (.*)$/.exec(line)?.[1]?.trim() ?? null;
const isRule = (line: string): boolean => line.trimEnd() === '---' || line.trimEnd() === '***';

/** A heading alone, such as the title of the script, is no scene. */
function hasScene({ text, fields }: Block): boolean {
  return text.some((line) => line.trim() !== '') || Object.keys(fields).length > 0;
}

function sceneId(heading: string): string {
  const id = heading.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return id.slice(id.startsWith('-') ? 1 : 0, 60).replace(/-$/, '') || 'scene';
}

function withUniqueIds(blocks: Block[]): Block[] {
  const taken = new Map<string, number>();
  for (const block of blocks) {
    if (block.id === undefined) continue;
    const count = (taken.get(block.id) ?? 0) + 1;
    taken.set(block.id, count);
    if (count > 1) block.id = `${block.id}-${count}`;
  }
  return blocks;
}

function sceneFrom({ id, line, fields, text }: Block): { fields: Fields; line: number } {
  const spoken = spokenText(text.join('\n'));
  return {
    line,
    fields: { ...(id === undefined ? {} : { id }), ...(spoken === '' ? {} : { text: spoken }), ...fields },
  };
}

/** Removes marks of emphasis, code, quotes and lists; keeps the text of links. */
function spokenText(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/^(?:[-*+>] )/gm, '')
    .replace(/[*`]/g, '')
    .trim();
}
