import type { ComponentType } from 'react';

/** One page of the studio. */
export interface Page {
  /** The path after `#` in wouter's syntax, as `/memories/:id`. */
  path: string;
  /** Name in the navigation and the title. Pages without a name are linked from other pages. */
  name?: string;
  /** Path of a stroked 20 x 20 icon. */
  icon?: string;
  /** The key that opens the page after `g`. */
  shortcut?: string;
  component: ComponentType<{ params: Record<string, string | undefined> }>;
}
