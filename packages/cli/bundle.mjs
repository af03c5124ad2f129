// The hook in one file: a tool waits for it before every prompt, and each module that Node looks for takes its time.
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
// What it bundles is JavaScript: no tsconfig of a folder around is asked.
const bundle = await rolldown({ input: at('dist/connect/hook/main.js'), platform: 'node', tsconfig: false });
await bundle.write({ file: at('dist/hook.mjs'), format: 'esm', codeSplitting: false });
await bundle.close();
copyFileSync(at('src/connect/hook/hook.sh'), at('dist/hook.sh'));
