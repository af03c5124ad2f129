// The page as files, for the avatar service.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

await build({
  configFile: false,
  root: at('src'),
  base: '/live/',
  // `anima mcp` uses stdout for its protocol, so Vite may not write to it.
  logLevel: 'error',
  // The service serves the player next to this page, as it does for other pages.
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
