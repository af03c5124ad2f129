/**
 * Generates docs/settings.md from the --help output of the built services:
 *   node scripts/settings-page.mjs            after a change of a setting
 * A test compares the page with `settingsPage()`.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SERVICES = ['memory', 'avatar'];

export function settingsPage() {
  const parts = SERVICES.map((name) => {
    const main = join(root, 'services', name, 'dist', 'main.js');
    const { stdout } = spawnSync(process.execPath, [main, '--help'], { encoding: 'utf8' });
    const rows = stdout.split('\n').flatMap((line) => row(line) ?? []);
    if (rows.length === 0) throw new Error(`Expected the settings of ${name}; is it built?`);
    return `## ${name}\n\n| setting | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `${HEAD}\n${parts.join('\n')}`;
}

const HEAD = `# Settings

All of them come from the environment; a wrong one is told at the start, with what was expected. Beside these, \`ANIMA_HOME\` (\`~/.anima\`) is where both
services keep their data, and the avatar service has settings that change while it runs: \`GET\` and \`PATCH /settings\`.
This page is made by \`node scripts/settings-page.mjs\` from \`npm run start:memory -- --help\` and its sister.
`;

/** Parses a line of --help: name, default and meaning are separated by two or more spaces. */
function row(line) {
  const [name, standard, ...meaning] = line.trim().split(/ {2,}/);
  if (!/^[A-Z][A-Z_]+$/.test(name) || meaning.length === 0) return null;
  const cell = (text) => text.replaceAll('|', '\\|');
  return `| \`${name}\` | ${cell(standard)} | ${cell(meaning.join(' '))} |`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, 'docs', 'settings.md'), settingsPage());
