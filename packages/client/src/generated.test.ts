import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { avatarKeyedCalls } from './avatar-api.js';
import { memoryKeyedCalls } from './memory-api.js';

it('the types match the services: node packages/client/generate.mjs writes them', async () => {
  const script = createRequire(import.meta.url).resolve('../generate.mjs');
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, '--check']).catch(
    (failed: { stdout: string; stderr: string }) => failed,
  );
  expect(stdout + stderr).toBe('');
}, 120_000);

it('calls that take a key are known', () => {
  expect(memoryKeyedCalls).toContain('POST /api/v1/remember');
  expect(avatarKeyedCalls).toContain('POST /tts/generate');
});
