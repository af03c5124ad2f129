type Sharp = typeof import('sharp')['default'];

let loaded: Promise<Sharp> | null = null;

/** Loaded with the first picture file: a tenth of a second of processor, which a service and a head that is ready to be drawn do without. */
export function loadSharp(): Promise<Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // It would know a file again by its path, which may be another file's by now.
    sharp.cache(false);
    return sharp;
  });
  return loaded;
}
