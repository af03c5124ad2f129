import { Argument, type Command } from 'commander';
import type { CommandDefiner } from '../define-command.js';
import { usageError } from '../failure.js';

/** `completion`: scripts made of the commands as they are. */
export function completionCommand(program: Command, { define }: CommandDefiner): void {
  const command = define<[string]>(
    program,
    'completion',
    {
      summary: 'a script that completes commands and options with Tab',
      examples: [
        'anima completion bash > ~/.local/share/bash-completion/completions/anima',
        'anima completion zsh > ~/.zfunc/_anima',
        'anima completion fish > ~/.config/fish/completions/anima.fish',
      ],
    },
    async (context, _options, shell) => {
      const write = shells[shell];
      if (write === undefined) throw usageError(`Expected bash, zsh or fish, received ${shell}`);
      const script = write(wordsOf(program));
      context.output.answer({ shell, script }, () => context.out.write(script));
      return undefined;
    },
  );
  command.addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']));
}

/** What may come after a path of commands, as `audit` or `audit run`. */
interface Words {
  path: string;
  words: { word: string; description: string }[];
}

function wordsOf(command: Command, path: readonly string[] = []): Words[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((each) => each.name() !== 'help');
  const words = [
    ...commands.map((each) => ({ word: each.name(), description: each.description() })),
    ...help
      .visibleOptions(command)
      .map(({ long, short, description }) => ({ word: long ?? short!, description })),
  ];
  return [
    { path: path.join(' '), words },
    ...commands.flatMap((each) => wordsOf(each, [...path, each.name()])),
  ];
}

const shells: Record<string, (tree: readonly Words[]) => string> = { bash, zsh, fish };

function bash(tree: readonly Words[]): string {
  return `# Completions of anima for bash.
_anima() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' word words=''
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
${pathsOf(tree)
  .map((path) => `      ' ${path}') path=' ${path}' ;;`)
  .join('\n')}
    esac
  done
  case "$path" in
${tree.map(({ path, words }) => `    '${path === '' ? '' : ` ${path}`}') words='${words.map(({ word }) => word).join(' ')}' ;;`).join('\n')}
  esac
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$current")
  [[ \${#COMPREPLY[@]} -eq 0 ]] && compopt -o default
}
complete -F _anima anima
`;
}

function zsh(tree: readonly Words[]): string {
  return `#compdef anima
# Completions of anima for zsh.
_anima() {
  local path='' word
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$path $word" in
${pathsOf(tree)
  .map((path) => `      ' ${path}') path=' ${path}' ;;`)
  .join('\n')}
    esac
  done
  case "$path" in
${tree
  .map(
    ({ path, words }) =>
      `    '${path === '' ? '' : ` ${path}`}') offered=(${words.map(({ word, description }) => quoted(`${word.replaceAll(':', '\\:')}:${description}`)).join(' ')}) ;;`,
  )
  .join('\n')}
  esac
  _describe 'anima' offered || _files
}
compdef _anima anima
`;
}

function fish(tree: readonly Words[]): string {
  const lines = tree.flatMap(({ path, words }) => {
    const steps = path.split(' ').filter((step) => step !== '');
    const condition =
      steps.length === 0
        ? '__fish_use_subcommand'
        : steps.map((step) => `__fish_seen_subcommand_from ${step}`).join('; and ');
    return words.map(({ word, description }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c anima -n '${condition}' ${what} -d ${quoted(description)}`;
    });
  });
  return `# Completions of anima for fish.\n${lines.join('\n')}\n`;
}

const pathsOf = (tree: readonly Words[]): string[] =>
  tree.map(({ path }) => path).filter((path) => path !== '');

/** For all three shells, within single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
