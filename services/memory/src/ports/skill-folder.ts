/** One folder of a skills directory, as it was read. */
export interface SkillSource {
  /** Name of the folder. */
  folder: string;
  /** Absolute path of its SKILL.md. */
  path: string;
  content: SkillContent;
  /** Its other Markdown files, which may refer to other skills. */
  otherTexts: readonly string[];
}

export type SkillContent =
  | { state: 'read'; text: string }
  /** `why` completes "SKILL.md ...". */
  | { state: 'unreadable'; why: string };

/**
 * Reads `<dir>/<name>/SKILL.md` of a real directory, in order of the names; folders without one are no skills. Writes
 * nothing, follows no symlink out of the directory, and reads at most so many folders, files and bytes as `notes` then say.
 */
export interface SkillFolder {
  read(directory: string): Promise<{ skills: SkillSource[]; notes: string[] }>;
}
