import type { ConfigFile } from '../../ports/config-folder.js';
import { splitFrontmatter } from '../text/frontmatter.js';
import { splitStatements } from '../text/split-statements.js';
import { isChoice, isCredential, readSettings, type Setting, settingText } from './read-settings.js';

/** Something a config file says, at a line of it. */
export interface ConfigStatement {
  file: ConfigFile;
  /** From 1. */
  line: number;
  headings: readonly string[];
  text: string;
  /** Says how something is to be done; other statements are only looked through for paths and dates. */
  decides: boolean;
}

/** What the files say, in order; settings that cannot be parsed are noted. */
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
