import type { MaybePromise } from '@anima/service/maybe-promise';
import type { Memory, Project } from './memory.js';

/** Projects inside a transaction. */
export interface ProjectWrites {
  /** Returns the stored project with this id or name. */
  find(idOrName: string): MaybePromise<Project | null>;
  rename(project: Project, name: string): MaybePromise<Project>;
  /** Returns at most `limit` memories of the project, archived or not, in order of their keys. */
  memoriesOf(project: Project, limit: number): MaybePromise<Memory[]>;
  /** Moves the agents and audit runs of a project. */
  moveRest(from: Project, into: Project): MaybePromise<void>;
  /** Removes a project without memories, with its audit runs and the registrations of its agents. */
  remove(project: Project): MaybePromise<void>;
}
