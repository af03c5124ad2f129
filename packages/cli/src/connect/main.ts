#!/usr/bin/env node
import { program } from 'commander';
import { connectCommands } from './command.js';

// Until the command line has an entry of its own.
connectCommands(program.name('anima'));
await program.parseAsync();
