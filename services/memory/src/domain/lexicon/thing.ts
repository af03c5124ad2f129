/** A set of which one member is not another: databases, months, countries, cases of identifiers. */
export interface Kind {
  readonly name: string;
  /** Stems that name the purpose itself ("package", "manager"): they need no counterpart in the other text. */
  readonly labels: ReadonlySet<string>;
  /** A choice is taken for a purpose, so that two of them clash; things are spoken of, actions done. */
  readonly role: 'choice' | 'thing' | 'action';
  /** One is taken for a whole project, so that two of them clash even where no purpose is named. */
  readonly isExclusive: boolean;
}

/** A member of one kind or several. */
export interface Thing {
  /** The same for all spellings: "postgres" and "PostgreSQL". */
  readonly name: string;
  readonly kinds: readonly Kind[];
}

/** The kind of which both are different members; null for the same thing and for things of two kinds. */
export function sharedKind(a: Thing | null, b: Thing | null): Kind | null {
  if (a === null || b === null || a.name === b.name) return null;
  return a.kinds.find(({ name }) => b.kinds.some((other) => other.name === name)) ?? null;
}

export function isSameThing(a: Thing | null, b: Thing | null): boolean {
  return a !== null && b !== null && a.name === b.name;
}
