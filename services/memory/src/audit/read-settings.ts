import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { assertShallowYaml } from '../text/frontmatter.js';
import type { ConfigFile } from './config-folder.js';

/** One value of a settings file. */
export interface Setting {
  /** Line number, from 1. */
  line: number;
  /** Keys, outermost first: ["editor", "tabSize"]. */
  keys: readonly string[];
  value: string | number | boolean;
}

const MAX_SETTINGS = 500;
/** Lines `key = value` and `[table]`, the only TOML syntax in settings of agents. */
const TOML_TABLE = /^\s*\[+\s*([\w."'-]+)\s*\]+/;
const TOML_PAIR =
  /^\s*([\w."'-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(true|false)|([+-]?\d+(?:\.\d+)?))\s*(?:#.*)?$/;

/**
 * Reads the scalar values of a JSON file (comments allowed), YAML file or TOML file. If the file cannot be
 * parsed, `fault` is the error message and the list is empty.
 */
export function readSettings({ name, text }: ConfigFile): { settings: Setting[]; fault: string | null } {
  if (/\.toml$/i.test(name)) return { settings: readToml(text), fault: null };
  const source = /\.jsonc?$/i.test(name) ? withoutComments(text) : text;
  try {
    assertShallowYaml(source);
  } catch (error) {
    return { settings: [], fault: (error as Error).message };
  }
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, logLevel: 'error', prettyErrors: false });
  if (document.errors.length > 0) {
    return { settings: [], fault: document.errors[0]!.message.split('\n', 1)[0]! };
  }
  const settings: Setting[] = [];
  const visit = (node: unknown, keys: readonly string[]): void => {
    if (settings.length >= MAX_SETTINGS) return;
    if (isMap(node))
      for (const { key, value } of node.items)
        visit(value, [...keys, String(isScalar(key) ? key.value : key)]);
    else if (isSeq(node)) for (const item of node.items) visit(item, keys);
    else if (isScalar(node) && isValue(node.value)) {
      settings.push({ line: lines.linePos(node.range?.[0] ?? 0).line, keys, value: node.value });
    }
  };
  visit(document.contents, []);
  return { settings, fault: null };
}

/** Formats a setting as text: "editor tab size: 4". */
export function settingText({ keys, value }: Setting): string {
  const name = keys
    .map((key) =>
      key
        .replace(/([a-z\d])([A-Z])/g, '$1 $2')
        .replace(/[_.-]+/g, ' ')
        .toLowerCase(),
    )
    .join(' ');
  return `${name}: ${value}`;
}

/**
 * Returns whether a key of the setting names a credential. Findings never include such a setting, whatever
 * its value is.
 */
export function isCredential({ keys }: Setting): boolean {
  return keys.some((key) =>
    /token|secret|passw|pwd|credential|auth(?!or)|api_?key|private_?key|cookie|^key$|^env$|header/i.test(key),
  );
}

/**
 * Returns whether a decision can contradict the setting. Credentials, permissions, commands, addresses and
 * long texts are excluded.
 */
export function isChoice({ keys, value }: Setting): boolean {
  const unlike =
    /env|permission|allow|deny|hook|command|args|path|dir|url|uri|token|key|secret|password|schema|version|matcher|header|id$/i;
  return (
    keys.length > 0 &&
    !keys.some((key) => unlike.test(key)) &&
    !/[/\\]|^\s*$/.test(String(value)) &&
    String(value).length <= 80
  );
}

function readToml(text: string): Setting[] {
  const settings: Setting[] = [];
  let table: string[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    const heading = TOML_TABLE.exec(line)?.[1];
    if (heading !== undefined) table = keysOf(heading);
    const pair = TOML_PAIR.exec(line);
    if (pair === null || settings.length >= MAX_SETTINGS) continue;
    const [, key, double, single, flag, number] = pair;
    const value =
      flag !== undefined ? flag === 'true' : number !== undefined ? Number(number) : (double ?? single ?? '');
    settings.push({ line: at + 1, keys: [...table, ...keysOf(key!)], value });
  }
  return settings;
}

function keysOf(dotted: string): string[] {
  return dotted.split('.').map((key) => key.replace(/^["']|["']$/g, ''));
}

/** Replaces comments with spaces and keeps line breaks. Strings and unclosed comments are not changed. */
function withoutComments(json: string): string {
  return json.replace(
    /(?<kept>"(?:[^"\\\n]|\\.)*"?)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|(?<open>$))/g,
    (part, kept: string | undefined, open: string | undefined) =>
      kept !== undefined || open !== undefined ? part : part.replace(/[^\n]/g, ' '),
  );
}

function isValue(value: unknown): value is Setting['value'] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
