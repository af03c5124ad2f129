/** A file that configures agents or tools. */
export interface ConfigFile {
  /** Absolute path. */
  path: string;
  /** Path relative to the directory, with `/` as separator. */
  name: string;
  /**
   * instructions: CLAUDE.md, AGENTS.md, GEMINI.md and rules; each statement counts as a decision. settings:
   * JSON, YAML or TOML. prompt: commands and agents, which only refer to skills and files.
   */
  kind: 'instructions' | 'settings' | 'prompt';
  text: string;
}

/**
 * Reads the configuration of AI tools in a real directory, in order of the file names. Writes no file,
 * follows no symlink out of the directory, and limits the number of files and bytes; `notes` then states the
 * limit.
 */
export interface ConfigFolder {
  read(directory: string): Promise<{ files: ConfigFile[]; notes: string[] }>;
}
