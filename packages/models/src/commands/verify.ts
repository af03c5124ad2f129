import { openModel } from '@anima/inference';
import { checkModel } from '../model-state.js';
import { modelNamed } from '../table/read-table.js';
import { type CommandContext, EXIT } from './command.js';

/** Reads every byte of what is installed, or of the named models, which have to be there. */
export async function verify(context: CommandContext, names: readonly string[]): Promise<number> {
  let sound = true;
  const say = (name: string, fault: string, what = 'is as it should be'): void => {
    context.say(`${name}: ${fault || what}`);
    if (fault !== '') sound = false;
  };
  for (const { name } of context.shipped)
    if (names.length === 0 || names.includes(name)) say(name, await shippedFault(context, name));
  const others = names.filter((name) => !context.shipped.some((model) => model.name === name));
  const models = names.length === 0 ? context.table : others.map((name) => modelNamed(context.table, name));
  for (const model of models) {
    const { state, files, paths } = await checkModel(context.dataDir, model, {
      reread: true,
      signal: context.signal,
    });
    const bad = files.filter(({ state }) => state === 'damaged').map(({ file }) => file.path);
    if (state === 'damaged')
      say(model.name, `damaged: ${bad.join(', ')}; \`anima models fetch ${model.name}\` brings it back`);
    else if (state === 'own')
      say(model.name, '', `a file of your own, ${paths[0]}: no checksum is known of it`);
    else if (state === 'installed')
      say(
        model.name,
        '',
        model.files.every(({ sha256 }) => sha256 !== null)
          ? 'is as it should be'
          : 'is as it was when it was first seen (its home publishes no checksum)',
      );
    else if (names.length > 0 || state === 'partial')
      say(model.name, state === 'partial' ? 'is not there in full' : 'is not installed');
  }
  return sound ? EXIT.done : EXIT.failed;
}

async function shippedFault({ shippedDir }: CommandContext, name: string): Promise<string> {
  try {
    await openModel(name, { modelsDir: shippedDir });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
