import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Orders test files: first the files with a separate process, longest first, then the files that share a process. A file with
 * a separate process between them would end the shared process, and all modules would be imported again. Short files at the
 * end keep every worker busy.
 */
export class SharedLastSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isShared = ({ project }: TestSpecification) => !project.config.isolate;
    return [...sorted.filter((file) => !isShared(file)), ...sorted.filter(isShared)];
  }
}
