/** The files of a project on the disk, used to detect references to missing files. Reads names only. */
export interface ProjectFiles {
  /**
   * Returns the real path of a readable directory. Rejects with `path_not_allowed`, `path_not_found` or
   * `not_a_directory`; `field` is the name of the request field.
   */
  directory(path: string, field: string): Promise<string>;
  /**
   * Returns the project that a directory belongs to: the nearest folder with a `.git`, from the directory
   * upwards, else the directory itself, or its parent if the directory belongs to a tool (`.claude`). Never
   * outside the allowed roots. Returns null if the directory cannot be read.
   */
  tree(directory: string): Promise<ProjectTree | null>;
  /**
   * Returns whether an absolute or `~/` path exists; null outside the allowed roots, which are never read.
   */
  exists(path: string): Promise<boolean | null>;
}

export interface ProjectTree {
  /** Real path. */
  root: string;
  /** Whether the folder has a `.git` and thus is the root of a project. */
  isProject: boolean;
  /** False if the tree was too large to read completely: a path that is not found may still exist. */
  complete: boolean;
  /**
   * Returns whether any path in the tree ends with this relative path, ignoring case; a link matches every
   * path below it.
   */
  has(relativePath: string): boolean;
}
