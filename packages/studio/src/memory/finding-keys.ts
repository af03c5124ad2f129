import { type RefObject, useEffect } from 'react';

/** Selects findings with j, k and the arrow keys, and runs the actions of the focused finding by their letters. */
export function useFindingKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (list.current === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (!(target instanceof HTMLElement) || target.closest('input, textarea, select, dialog')) return;
      const findings = [...list.current.querySelectorAll<HTMLElement>('[data-finding]')].filter((each) =>
        each.checkVisibility(),
      );
      const at = findings.findIndex((finding) => finding.contains(target));
      const step = STEPS[key];
      if (step !== undefined && (at >= 0 || key.length === 1)) {
        const next = findings[Math.max(0, at + step)];
        if (next === undefined) return;
        event.preventDefault();
        next.focus();
        next.scrollIntoView({ block: 'nearest' });
      } else if (findings[at] === target) {
        const act = findings[at]!.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
        if (act === null) return;
        event.preventDefault();
        act.click();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [list]);
}

const STEPS: Record<string, number | undefined> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };
