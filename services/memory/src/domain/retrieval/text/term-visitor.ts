/** Receives one index term and the characters [start, end) of the text it stands for. */
export type TermVisitor = (term: string, start: number, end: number) => void;
