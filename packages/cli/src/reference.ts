import type { Argument, Command, Option } from 'commander';
import { exitCodes } from './exit-codes.js';

/** `docs/command-line.md`: every command as it is defined. */
export function commandReference(program: Command): string {
  const codes = Object.values(exitCodes).map(([code, meaning]) => `| ${code} | ${meaning} |`);
  return `# The command line

Made of the commands by \`node packages/cli/generate-reference.mjs\`; a test holds it to them.

In the repository \`npx anima ...\` runs it, and builds first what has changed. It talks to the services and never opens their data:
\`anima start\` starts them. Where they are comes from \`MEMORY_URL\` and \`AVATAR_URL\`, tokens from \`MEMORY_API_TOKEN\` and
\`AVATAR_SERVICE_TOKEN\`; flags win over them. With \`--json\` the answer is one JSON document on stdout, and a problem one line of JSON on
stderr. Texts of others never drive the terminal: control characters are shown as \`\\u{1b}\`. \`NO_COLOR\` and \`FORCE_COLOR\` are heeded.

In the background a service writes to \`~/.anima/logs/memory.log\` or \`avatar.log\`: at 10 MiB that becomes \`.log.1\`, in place of the one before. However
the memory service is started, it lets in pages of an avatar service that starts with it, or runs already and is ours; its start says where it does not.

| exit code | meaning |
|---|---|
${codes.join('\n')}

## Script files

YAML: a list of scenes, \`scenes:\` with what holds for all beside it, or a document (\`---\`) a scene. Markdown: frontmatter holds for all; a
heading or a line \`---\` begins a scene, a \`yaml\` fence in it has its fields, the rest is spoken; without either each paragraph is a scene.

\`\`\`markdown
---
voice: wren
captions: burnt
concat: true
---
# Welcome
Hello, and welcome.

# Numbers
\`\`\`yaml
face: leo
\`\`\`
Sales are up by 12 %.
\`\`\`

## Commands

${sections(program, 'anima').join('\n')}`
    .replace('```markdown\n', '````markdown\n')
    .replace('12 %.\n```', '12 %.\n````');
}

function sections(command: Command, path: string): string[] {
  const help = command.createHelp();
  return help
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
    .flatMap((each) => [
      section(each, `${path} ${each.name()}`),
      ...sections(each, `${path} ${each.name()}`),
    ]);
}

function section(command: Command, path: string): string {
  const help = command.createHelp();
  const words = command.registeredArguments.map(written).join(' ');
  const options = help
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help' && long !== '--json' && !isConnection(long));
  const rows = options.map((option) => `| \`${option.flags}\` | ${described(option)} |`);
  const examples = examplesOf(command);
  return [
    `### ${path}\n`,
    `\`${[path, words].filter((part) => part !== '').join(' ')}\`: ${command.description()}.\n`,
    ...(rows.length === 0 ? [] : [`| option | |\n|---|---|\n${rows.join('\n')}\n`]),
    ...(examples.length === 0 ? [] : [`\`\`\`sh\n${examples.join('\n')}\n\`\`\`\n`]),
  ].join('\n');
}

const isConnection = (long: string | undefined): boolean =>
  ['--memory-url', '--memory-token', '--agent', '--avatar-url', '--avatar-token'].includes(long ?? '');

function written(argument: Argument): string {
  const name = argument.name() + (argument.variadic ? '...' : '');
  return argument.required ? `<${name}>` : `[${name}]`;
}

function described({ description, argChoices }: Option): string {
  const choices = argChoices === undefined ? '' : ` (${argChoices.join(', ')})`;
  return `${description}${choices}`.replaceAll('|', '\\|');
}

/** As its help shows them. */
function examplesOf(command: Command): string[] {
  let text = '';
  command.configureOutput({
    writeOut: (more) => {
      text += more;
    },
  });
  command.outputHelp();
  const [, examples = ''] = text.split('\nExamples:\n');
  return examples
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.slice(2));
}
