import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** Returns the serious and critical faults that axe finds in a page: rule, description and elements. */
export async function findFaults(page: Page): Promise<string[]> {
  // Once a page: it is half a megabyte to send and to compile.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (options) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, options) as Promise<AxeResults>,
    { resultTypes: ['violations'] } satisfies RunOptions,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
    );
}
