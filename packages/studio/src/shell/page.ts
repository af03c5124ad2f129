import type { ComponentType } from 'react';

/** One page of the studio. */
export interface Page {
  /** Below `#`, in wouter's syntax: `/memories/:id`. */
  path: string;
  /** In the navigation and the title; pages without one are reached from others. */
  name?: string;
  /** Drawn beside the name: the path of a 20 x 20 icon, stroked. */
  icon?: string;
  /** A key that leads to it after `g`. */
  shortcut?: string;
  component: ComponentType<{ params: Record<string, string | undefined> }>;
}
