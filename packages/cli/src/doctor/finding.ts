export interface Finding {
  about: string;
  /** `remark`: it works, with less. */
  state: 'well' | 'remark' | 'wrong';
  what: string;
  /** What to do; null where nothing has to be done. */
  mend: string | null;
}

export const well = (about: string, what: string): Finding => ({ about, state: 'well', what, mend: null });
export const remark = (about: string, what: string, mend: string): Finding => ({
  about,
  state: 'remark',
  what,
  mend,
});
export const wrong = (about: string, what: string, mend: string): Finding => ({
  about,
  state: 'wrong',
  what,
  mend,
});
