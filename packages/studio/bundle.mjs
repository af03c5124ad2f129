// The pages as files, for both services.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

await build({
  configFile: false,
  root: at('src'),
  base: '/studio/',
  plugins: [react()],
  // Output of Vite on stdout would corrupt the protocol of `anima mcp`.
  logLevel: 'error',
  build: { outDir: at('dist/web'), emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
});
