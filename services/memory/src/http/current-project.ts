import { AppError } from '@anima/service/errors';
import { createValueCheck } from '@anima/service/schema';
import { ProjectName } from '../memory/memory-fields.js';
import { brokenTexts } from '../text/broken-texts.js';
import type { HeaderReader } from './header-reader.js';

/** Used instead of a project name to store a memory for all projects. */
export const EVERYWHERE = '*';

/** The current project, percent-encoded, because headers are ASCII. */
const PROJECT_HEADER = 'x-anima-project';

const check = createValueCheck(ProjectName, 'project');

/** Returns whether a current project can have this name. */
export function isCurrentProject(name: string): boolean {
  return name.trim() !== EVERYWHERE && check(name).length === 0 && brokenTexts(name).length === 0;
}

/**
 * Returns the current project of a request; `null` if it names none.
 *
 * @throws AppError if the header is not a valid project name.
 */
export function projectIn(headers: HeaderReader): string | null {
  const header = headers.get(PROJECT_HEADER);
  if (header === null) return null;
  const name = decoded(header);
  if (name !== null && isCurrentProject(name)) return name;
  const message = 'Expected a percent-encoded name of 1 to 200 characters for X-Anima-Project';
  throw new AppError('validation_failed', message, { errors: [{ path: 'X-Anima-Project', message }] });
}

function decoded(header: string): string | null {
  try {
    return decodeURIComponent(header);
  } catch {
    return null;
  }
}
