/** What is there on the disk of a project, to tell a reference to something gone. Reads names only. */
export interface ProjectFiles {
  /**
   * The real path of a directory that may be read. Refuses with `path_not_allowed`, `path_not_found` or `not_a_directory`;
   * `field` is the name of the field it came in.
   */
  directory(path: string, field: string): Promise<string>;
  /**
   * The project that a directory belongs to: the nearest folder above it with a `.git`, else itself, or its parent where
   * it is a tool's own folder (`.claude`). Never outside the allowed roots. Null where the directory cannot be read.
   */
  tree(directory: string): Promise<ProjectTree | null>;
  /** Whether something is at an absolute or `~/` path. Null outside the allowed roots: nothing is looked at there. */
  exists(path: string): Promise<boolean | null>;
}

export interface ProjectTree {
  /** Real path. */
  root: string;
  /** Has a `.git`: the root of a project, not just some folder. */
  isProject: boolean;
  /** False where the tree was too large to be read whole: what is not found may be there all the same. */
  complete: boolean;
  /** Whether the relative path ends the path of anything in the tree, letters' case aside; a link counts as all that may be behind it. */
  has(relativePath: string): boolean;
}
