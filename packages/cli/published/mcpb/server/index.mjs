// Entry point of the MCP bundle: starts the MCP server of the chosen copy of Anima.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = (process.env.ANIMA_FOLDER ?? '').trim();
const isAnima = folder !== '' && nameOf(join(folder, 'package.json')) === 'anima';
const script = join(folder, 'scripts', 'anima.mjs');
if (isAnima && existsSync(script)) {
  // Before the first start, the script installs and builds.
  const built = join(folder, 'packages', 'cli', 'dist', 'mcp.mjs');
  const program = existsSync(built) ? [built] : [script, 'mcp'];
  process.argv.splice(1, process.argv.length - 1, ...program);
  await import(pathToFileURL(program[0]).href);
} else {
  console.error(
    `Expected the folder of Anima in the setting "Folder of Anima", received ${JSON.stringify(folder)}. Choose the folder in which you ran npm start.`,
  );
  process.exitCode = 1;
}

function nameOf(manifest) {
  try {
    return JSON.parse(readFileSync(manifest, 'utf8')).name;
  } catch {
    return null;
  }
}
