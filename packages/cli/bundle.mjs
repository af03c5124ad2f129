// The hook in one file: a tool waits for it before every prompt, and each module that Node looks for takes its time.
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
// What it bundles is JavaScript: no tsconfig of a folder around is asked.
async function write(input, file) {
  const bundle = await rolldown({ input: at(input), platform: 'node', tsconfig: false });
  await bundle.write({ file: at(file), format: 'esm', codeSplitting: false });
  await bundle.close();
}
await write('dist/connect/hook/main.js', 'dist/hook.mjs');
// The MCP server as tools start it, at the beginning of each of their sessions.
await write('dist/connect/mcp-main.js', 'dist/mcp.mjs');
copyFileSync(at('src/connect/hook/hook.sh'), at('dist/hook.sh'));
