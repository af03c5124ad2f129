import { splitFrontmatter } from '../text/frontmatter.js';
import { splitStatements } from '../text/split-statements.js';
import type { ConfigFile } from './config-folder.js';
import { isChoice, isCredential, readSettings, type Setting, settingText } from './read-settings.js';

/** A statement in a config file and its location. */
export interface ConfigStatement {
  file: ConfigFile;
  /** Line number, from 1. */
  line: number;
  headings: readonly string[];
  text: string;
  /**
   * True if the statement specifies how to do something. Other statements are only checked for paths and
   * dates.
   */
  decides: boolean;
}

/**
 * Reads the statements of config files, in order. A note reports each settings file that cannot be parsed.
 */
export function configStatements(files: readonly ConfigFile[]): {
  statements: ConfigStatement[];
  notes: string[];
} {
  const notes: string[] = [];
  const statements = files.flatMap((file): ConfigStatement[] => {
    if (file.kind === 'prompt') return [];
    if (file.kind === 'instructions') return instructions(file);
    const { settings, fault } = readSettings(file);
    if (fault !== null) notes.push(`${file.name} could not be parsed: ${fault}`);
    return settings
      .filter((setting) => !isCredential(setting))
      .map((setting) => settingStatement(file, setting));
  });
  return { statements, notes };
}

function instructions(file: ConfigFile): ConfigStatement[] {
  const body = splitFrontmatter(file.text)?.body ?? file.text;
  return splitStatements(body).map(({ text, start, headings }) => ({
    file,
    line: file.text.slice(0, start).split('\n').length,
    headings,
    text,
    decides: true,
  }));
}

function settingStatement(file: ConfigFile, setting: Setting): ConfigStatement {
  const decides = isChoice(setting);
  return {
    file,
    line: setting.line,
    headings: setting.keys,
    text: decides ? settingText(setting) : String(setting.value),
    decides,
  };
}
