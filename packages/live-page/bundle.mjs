// The page as files, for the avatar service.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

await build({
  configFile: false,
  root: at('src'),
  base: '/live/',
  // Vite of a build that stands on stdout would meet the protocol of `anima mcp`.
  logLevel: 'error',
  // The player is served beside the page, as it is to pages of strangers.
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
