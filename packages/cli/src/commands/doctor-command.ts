import type { Command } from 'commander';
import type { CommandDefiner } from '../define-command.js';
import { EXIT } from '../exit-codes.js';
import { dim, green, red, yellow } from '../terminal/output.js';

/** `doctor`. */
export function doctorCommand(program: Command, { define }: CommandDefiner): void {
  define(
    program,
    'doctor',
    {
      summary: 'find what is wrong, and say how to mend it; exits with 1 where something is',
      examples: ['anima doctor', 'anima doctor --json'],
      speaksTo: ['memory', 'avatar'],
    },
    async (context) => {
      const { runChecks: examine } = await import('../doctor/examine.js');
      const { output, progress } = context;
      const findings = await progress.during('Looking', () => examine(context));
      const isWell = findings.every(({ state }) => state !== 'wrong');
      output.answer({ well: isWell, findings }, () => {
        const marks = { well: green('✓ '), remark: yellow('! '), wrong: red('✗ ') };
        for (const { state, about, what, mend } of findings) {
          output.say(marks[state], `${about}: ${what}`);
          if (mend !== null) output.say(dim(`  ${mend}`));
        }
      });
      return isWell ? undefined : EXIT.failed;
    },
  );
}
