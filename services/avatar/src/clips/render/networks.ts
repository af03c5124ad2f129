import { installedModels, ModelsError } from '@anima/models';
import { AppError } from '@anima/service/errors';

/** User-installed networks. */
export interface Networks {
  /** The file of each that can be loaded now, by the engine that the table of models names. */
  installed(): Promise<ReadonlyMap<string, string>>;
  /** The files of these. Refuses with `model_not_found`: one may have been removed since the job was accepted. */
  require(names: readonly string[]): Promise<Readonly<Record<string, string>>>;
}

/** Reads the models that `anima models` has fetched, or that a user has put in the same folder. */
export function createNetworks(dataDir: string, onProblem: (message: string) => void): Networks {
  async function installed(): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    try {
      // The first of several exports, in the order of the table.
      for (const { engine, paths } of await installedModels(dataDir))
        if (!found.has(engine)) found.set(engine, paths[0]!);
    } catch (error) {
      if (!(error instanceof ModelsError)) throw error;
      onProblem(error.message);
    }
    return found;
  }

  return {
    installed,
    async require(names) {
      const found = names.length === 0 ? null : await installed();
      return Object.fromEntries(
        names.map((name) => {
          const path = found?.get(name);
          if (path !== undefined) return [name, path];
          throw new AppError(
            'model_not_found',
            `The model ${name} is no longer here: npx anima models fetch ${name}`,
          );
        }),
      );
    },
  };
}
