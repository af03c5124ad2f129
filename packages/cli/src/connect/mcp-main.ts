#!/usr/bin/env node
import { homedir } from 'node:os';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { animaHome } from '../anima-home.js';
import { environmentOf } from '../programs/allowed-pages.js';
import { readConnectSettings } from './connect-settings.js';
import { projectOf, realOr } from './hook/project-of.js';

/**
 * The MCP server over stdio. Tools start it in the folder of the user's project: the server gets the name of the project, so
 * that an agent and the hooks store memories under one name.
 */
const folder = process.env.CLAUDE_PROJECT_DIR || process.cwd();
const { env } = await environmentOf(['memory'], process.env);
const project = projectOf(folder, readConnectSettings(animaHome()).projects);
// Desktop programs start it in the home folder or the root of the disk, which are no projects.
const isNoProject = project.root === realOr(homedir()) || project.root === parse(project.root).root;
Object.assign(process.env, env, isNoProject ? {} : { ANIMA_PROJECT: env.ANIMA_PROJECT ?? project.name });
// The path is relative to the bundle of this module, dist/mcp.mjs.
const server = new URL('../../../services/memory/dist/program/mcp-stdio.js', import.meta.url);
process.argv[1] = fileURLToPath(server);
await import(server.href);
