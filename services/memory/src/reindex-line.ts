/** Where people read lines. */
interface Terminal {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

const BAR = 24;

/** Says line by line; on a terminal how far it is stands in one line that changes. */
export function createProgressPrinter(terminal: Terminal): (line: string) => void {
  let isBarThere = false;
  return (line) => {
    const [, done, total] = /^(\d{1,15}) of (\d{1,15}) texts are done$/.exec(line) ?? [];
    const before = isBarThere ? '\r\x1b[K' : '';
    isBarThere = terminal.isTTY === true && done !== undefined;
    terminal.write(
      isBarThere ? `\r${barOf(Number(done), Number(total))}${line}\x1b[K` : `${before}${line}\n`,
    );
  };
}

function barOf(done: number, total: number): string {
  // More may have come meanwhile.
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const full = Math.round(share * BAR);
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${String(Math.floor(share * 100)).padStart(3)} %  `;
}
