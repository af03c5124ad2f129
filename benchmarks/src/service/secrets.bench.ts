// Counts false alarms of the search for credentials in 10,000 ordinary notes without credentials, and
// measures its cost. The notes are generated English, turns of LoCoMo and questions of QQP (if ANIMA_EVAL_DIR
// has them), and notes on code with hashes, ids, addresses and encoded data.
// Usage: npm run bench -- secrets
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findSecrets } from '@anima/memory/dist/secrets/secrets.js';
import { describeMachine } from '../machine.js';
import { englishNotes } from './english-notes.js';
import { createRandom } from './seed-memories.js';

const evalDir = resolve(process.env.ANIMA_EVAL_DIR ?? '../shared/data');
const random = createRandom(11);
const draw = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
const hex = (length: number) => draw('0123456789abcdef', length);
const base64 = (length: number) =>
  draw('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', length);
const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
const oneOf = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
const tools = [
  'Cloudflare',
  'Heroku',
  'Datadog',
  'GitHub',
  'Jira',
  'Facebook',
  'Sourcegraph',
  'Okta',
  'npm',
  'Vault',
];

/** Typical notes of agents about code and machines. */
const codeNotes: (() => string)[] = [
  () => `Commit ${hex(40)} broke the build on ${oneOf(tools)}, reverted in ${hex(7)}.`,
  () => `${oneOf(tools)} needs the token from the vault; the secret is never in the repository.`,
  () => `sha256 of the archive: ${hex(64)}`,
  () => `Request ${uuid()} failed with 503 after ${Math.floor(random() * 900)} ms, retried as ${uuid()}.`,
  () => `The image is registry.example.com/app@sha256:${hex(64)}`,
  () => `"integrity": "sha512-${base64(86)}=="`,
  () => `data:image/png;base64,iVBORw0KGgo${base64(120)}`,
  () =>
    `See https://github.com/acme/app/commit/${hex(40)} and https://example.com/a/${base64(12).replace(/[+/]/g, 'x')}?page=2`,
  () => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5${base64(48)} deploy@build`,
  () => `export API_KEY=$(vault kv get -field=key secret/app) before ${oneOf(tools)} is called`,
  () => `password: <your password>, token: process.env.GITHUB_TOKEN, secret = os.environ["SECRET"]`,
  () => `The ETag was "${hex(32)}", the md5 of the file.`,
  () => `Run \`docker run -p 8080:80 --rm -e TOKEN="$TOKEN" app:${hex(12)}\``,
  () => `const tokenEstimate = countTokens(text, { model: 'gpt-4o-mini-2024-07-18' })`,
  () => `postgres://localhost:5432/app is the test database; the password comes from .pgpass`,
  () => `Trace 00-${hex(32)}-${hex(16)}-01 shows ${oneOf(tools)} waiting for the lock`,
  () => `The key of the cache is user:${Math.floor(random() * 1e6)}:${hex(16)}`,
  () =>
    `Version ${Math.floor(random() * 9)}.${Math.floor(random() * 30)}.0-beta+${hex(7)} of ${oneOf(tools)}'s client`,
  () => `ARN arn:aws:iam::${draw('0123456789', 12)}:role/deploy, bucket s3://acme-${hex(8)}`,
  () => `task-management-board-for-the-${oneOf(tools).toLowerCase()}-migration is where tickets go`,
];

const sets: Record<string, string[]> = {
  'English notes': englishNotes(2_000),
  'turns of LoCoMo': locomoTurns().slice(0, 2_000),
  'questions of QQP': qqpQuestions().slice(0, 3_000),
  'notes on code': Array.from({ length: 3_000 }, (_, n) => codeNotes[n % codeNotes.length]!()),
};

console.log(describeMachine());
for (const [name, notes] of Object.entries(sets)) {
  const alarms = notes.flatMap((note) => findSecrets(note).map((finding) => ({ note, ...finding })));
  const kib = notes.reduce((sum, note) => sum + Buffer.byteLength(note), 0) / 1024;
  const started = process.cpuUsage();
  for (const note of notes) findSecrets(note);
  const { user } = process.cpuUsage(started);
  console.log(`${name}: ${alarms.length} alarms in ${notes.length}; ${(user / kib).toFixed(1)} us a KiB`);
  for (const { note, kind, start, end } of alarms.slice(0, 10)) {
    console.log(`  ${kind}: ${note.slice(start, end)} in: ${note.slice(0, 160)}`);
  }
}

function locomoTurns(): string[] {
  const file = join(evalDir, 'locomo-dev.json');
  if (!existsSync(file)) return [];
  const dialogues = JSON.parse(readFileSync(file, 'utf8')) as { conversation: Record<string, unknown> }[];
  return dialogues.flatMap(({ conversation }) =>
    Object.values(conversation)
      .filter((session) => Array.isArray(session))
      .flatMap((session) => (session as { text: string }[]).map(({ text }) => text)),
  );
}

function qqpQuestions(): string[] {
  const file = join(evalDir, 'qqp-dev.tsv');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[1]!);
}
