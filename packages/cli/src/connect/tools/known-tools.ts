import { claudeCode } from './claude-code.js';
import { cline } from './cline.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { cursor } from './cursor.js';
import { geminiCli } from './gemini-cli.js';
import type { Tool } from './tool.js';
import { windsurf } from './windsurf.js';

export const knownTools: readonly Tool[] = [claudeCode, codex, cursor, geminiCli, copilot, windsurf, cline];
