import { isModelInstalled, openModel } from '@anima/inference';
import { checkModel } from '../model-state.js';
import { modelNamed } from '../table/read-table.js';
import { type CommandContext, EXIT } from './command.js';

/** Reads every byte of all installed models, or of the named models, which have to be installed. */
export async function verify(context: CommandContext, names: readonly string[]): Promise<number> {
  const { shipped, shippedDir, table, dataDir, signal } = context;
  let failed = false;
  const report = (name: string, fault: string, ok = 'ok'): void => {
    context.say(`${name}: ${fault || ok}`);
    if (fault !== '') failed = true;
  };
  for (const model of shipped) {
    const { name } = model;
    if (names.length === 0 ? isModelInstalled(shippedDir, model) : names.includes(name))
      report(
        name,
        await openModel(name, { modelsDir: shippedDir }).then(
          () => '',
          (error: Error) => error.message,
        ),
      );
  }
  const others = names.filter((name) => !shipped.some((model) => model.name === name));
  const models = names.length === 0 ? table : others.map((name) => modelNamed(table, name));
  for (const model of models) {
    const { state, files, paths } = await checkModel(dataDir, model, { reread: true, signal });
    const bad = files.filter(({ state }) => state === 'damaged').map(({ file }) => file.path);
    const isPublished = model.files.every(({ sha256 }) => sha256 !== null);
    if (state === 'damaged')
      report(model.name, `damaged: ${bad.join(', ')}; \`anima models fetch ${model.name}\` restores it`);
    else if (state === 'own') report(model.name, '', `your own file ${paths[0]}: its checksum is not known`);
    else if (state === 'installed')
      report(
        model.name,
        '',
        isPublished ? 'ok' : 'unchanged since the first copy (no checksum is published)',
      );
    else if (names.length > 0 || state === 'partial')
      report(model.name, state === 'partial' ? 'incomplete' : 'not installed');
  }
  return failed ? EXIT.failed : EXIT.done;
}
