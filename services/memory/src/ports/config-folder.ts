/** A file in which somebody tells agents or tools what to do. */
export interface ConfigFile {
  /** Absolute. */
  path: string;
  /** From the directory, with `/`. */
  name: string;
  /**
   * instructions: CLAUDE.md, AGENTS.md, GEMINI.md, rules: each statement counts like a decision.
   * settings: JSON, YAML or TOML. prompt: commands and agents, which only refer to skills and files.
   */
  kind: 'instructions' | 'settings' | 'prompt';
  text: string;
}

/**
 * Reads the configuration of AI tools in a real directory, in order of their names. Writes nothing, follows no symlink out
 * of the directory, and reads at most so many files and bytes as `notes` then say.
 */
export interface ConfigFolder {
  read(directory: string): Promise<{ files: ConfigFile[]; notes: string[] }>;
}
