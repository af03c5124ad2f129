/** What a system service needs to know of the machine and of this copy of Anima. */
export interface ServiceHost {
  platform: NodeJS.Platform;
  /** Home folder of the user. */
  home: string;
  /** Folder of Anima's own files. */
  animaHome: string;
  /** Absolute paths of Node and of the command `anima`. */
  node: string;
  program: string;
  /** File with the settings of the services, in the format of `node --env-file`. */
  settingsFile: string;
  /** Folders of programs, above all of ffmpeg: the service manager has a short list. */
  path: string;
  /** XDG_CONFIG_HOME, if it is set. */
  configHome: string | undefined;
  userId: number;
}

/** A command line of the service manager. */
export type ManagerCommand = readonly [program: string, ...args: string[]];

/** A service of the user, as the service manager of the platform describes it. */
export interface SystemService {
  /** Path and content of the file that describes the service. */
  file: string;
  content: string;
  /** Commands that run in order after the file is written, before it is removed, and after it is removed. */
  start: readonly ManagerCommand[];
  stop: readonly ManagerCommand[];
  forget: readonly ManagerCommand[];
  /** Prints the state; the service runs if the output matches. */
  state: ManagerCommand;
  running: RegExp;
  /** What a user may want to do next. */
  hint: string;
}
