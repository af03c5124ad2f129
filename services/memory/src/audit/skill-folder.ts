/** One folder of a skills directory, with the content that was read. */
export interface SkillSource {
  /** Name of the folder. */
  folder: string;
  /** Absolute path of its SKILL.md. */
  path: string;
  content: SkillContent;
  /** Contents of its other Markdown files, which may refer to other skills. */
  otherTexts: readonly string[];
}

export type SkillContent =
  | { state: 'read'; text: string }
  /** `why` completes "SKILL.md ...". */
  | { state: 'unreadable'; why: string };

/**
 * Reads `<dir>/<name>/SKILL.md` of a real directory, in order of the names; folders without that file are not
 * skills. Writes no file, follows no symlink out of the directory, and limits the number of folders, files
 * and bytes; `notes` then states the limit.
 */
export interface SkillFolder {
  read(directory: string): Promise<{ skills: SkillSource[]; notes: string[] }>;
}
