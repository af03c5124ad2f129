import { type PrestartedProcess, type Program, prestartProcess } from '@anima/calls';

/** Processes that load their modules while the service still loads its own; each is taken by the first who would start another. */
export interface BegunProcesses {
  take(program: Program): PrestartedProcess | undefined;
  /** Ends those that nobody took. */
  close(): void;
}

export function beginProcesses(programs: readonly Program[]): BegunProcesses {
  const waiting = new Map(programs.map((program) => [program, prestartProcess(program)]));
  return {
    take(program) {
      const begun = waiting.get(program);
      waiting.delete(program);
      return begun;
    },
    close() {
      for (const begun of waiting.values()) begun.close();
      waiting.clear();
    },
  };
}
