#!/usr/bin/env node
import { homedir } from 'node:os';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { animaHome } from '../anima-home.js';
import { environmentOf } from '../programs/pages-let-in.js';
import { readConnectSettings } from './connect-settings.js';
import { projectOf, realOr } from './hook/project-of.js';

/**
 * The MCP server over stdio as tools start it: in the folder that is worked in, whose project it gives to the server, so that an agent and
 * the hooks store under one name.
 */
const folder = process.env.CLAUDE_PROJECT_DIR || process.cwd();
const { env } = await environmentOf(['memory'], process.env);
const project = projectOf(folder, readConnectSettings(animaHome()).projects);
// Programs with windows start it in the home folder or the root of the disk: no project of anybody.
const isNowhere = project.root === realOr(homedir()) || project.root === parse(project.root).root;
Object.assign(process.env, env, isNowhere ? {} : { ANIMA_PROJECT: env.ANIMA_PROJECT ?? project.name });
// Beside the bundle of this file, dist/mcp.mjs.
const server = new URL('../../../services/memory/dist/program/mcp-stdio.js', import.meta.url);
process.argv[1] = fileURLToPath(server);
await import(server.href);
