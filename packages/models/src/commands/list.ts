import { isModelInstalled, openModel } from '@anima/inference';
import { pathIn, readableBytes, sizeOf } from '../model.js';
import { checkModel, expectedSha256 } from '../model-state.js';
import { type CommandContext, EXIT } from './command.js';

/** States in the list for users. */
const STATES = {
  installed: 'yes',
  own: 'own file',
  partial: 'in part',
  missing: 'no',
  damaged: 'DAMAGED',
  ships: 'ships',
} as const;

interface Row {
  name: string;
  state: keyof typeof STATES;
  bytes: number | null;
  licence: string;
  restriction: string | null;
  adds: string;
  engine: string | null;
  home: string;
  needs: readonly string[];
  files: readonly object[];
}

export async function list(context: CommandContext, { json }: { json: boolean }): Promise<number> {
  const rows = [...(await shippedRows(context)), ...(await tableRows(context))];
  if (json) context.say(JSON.stringify({ data_dir: context.dataDir, models: rows }, null, 2));
  else for (const line of lines(rows, context.dataDir)) context.say(line);
  return EXIT.done;
}

async function shippedRows({ shipped, shippedDir }: CommandContext): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const model of shipped) {
    const { name, purpose, licence, origin, files } = model;
    const whole = await openModel(name, { modelsDir: shippedDir }).then(
      () => true,
      () => false,
    );
    rows.push({
      name,
      state: whole ? 'ships' : isModelInstalled(shippedDir, model) ? 'damaged' : 'missing',
      bytes: files.reduce((sum, file) => sum + file.bytes, 0),
      licence,
      restriction: null,
      adds: purpose,
      engine: null,
      home: origin,
      needs: [],
      files,
    });
  }
  return rows;
}

async function tableRows({ table, dataDir, signal }: CommandContext): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const model of table) {
    const { state, files, paths } = await checkModel(dataDir, model, { signal });
    const described: object[] = [];
    for (const { file, state } of files)
      described.push({
        path: pathIn(dataDir, file.path),
        url: file.url,
        bytes: file.bytes,
        sha256: await expectedSha256(dataDir, file),
        published: file.sha256 !== null,
        state,
      });
    if (state === 'own') described.push({ path: paths[0], state });
    const { name, licence, restriction, adds, engine, home, needs } = model;
    const bytes = sizeOf(model);
    rows.push({ name, state, bytes, licence, restriction, adds, engine, home, needs, files: described });
  }
  return rows;
}

function lines(rows: readonly Row[], dataDir: string): readonly string[] {
  const cells = rows.map(({ name, state, bytes, licence, restriction, adds }) => [
    name,
    STATES[state],
    bytes === null ? '?' : readableBytes(bytes),
    `${licence}${restriction === null ? '' : ' *'}`,
    adds,
  ]);
  const table = [['NAME', 'INSTALLED', 'SIZE', 'LICENCE', 'ADDS'], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  return [
    ...table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')),
    '',
    '* restricted: fetch prints the terms and requires --accept-licence. Anima works without these models.',
    `Models are stored in ${dataDir}. Restart the avatar service after a fetch.`,
  ];
}
