import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that have a process of their own go first, the longest before the others; then those that share one. Between two that share it
 * none may stand that does not, else it is given up and all is imported again; and short ones at the end keep every worker busy.
 */
export class SharedLastSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isShared = ({ project }: TestSpecification) => !project.config.isolate;
    return [...sorted.filter((file) => !isShared(file)), ...sorted.filter(isShared)];
  }
}
