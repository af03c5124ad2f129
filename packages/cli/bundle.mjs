// Bundles the command `anima` with its lazily loaded parts, and in one file each the programs that other tools start: the
// hook, which runs before every prompt, and the MCP server.
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundlePrograms } from '../../scripts/bundle-program.mjs';

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));
// The CommonJS build of jsonc-parser cannot be bundled.
const alias = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' };
await bundlePrograms(pathOf('.'), ['main'], { resolve: { alias } });
for (const [input, file] of [
  ['dist/connect/hook/main.js', 'dist/hook.mjs'],
  ['dist/connect/mcp-main.js', 'dist/mcp.mjs'],
]) {
  const bundle = await rolldown({ input: pathOf(input), platform: 'node', tsconfig: false });
  await bundle.write({ file: pathOf(file), format: 'esm', codeSplitting: false });
  await bundle.close();
}
copyFileSync(pathOf('src/connect/hook/hook.sh'), pathOf('dist/hook.sh'));
