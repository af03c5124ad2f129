/** The URL of a module as a process can load it: what was built of it, also where this service runs from its source. */
export function builtModule(url: string): string {
  const source = url.lastIndexOf('/src/');
  if (!url.endsWith('.ts') || source === -1) return url;
  return `${url.slice(0, source)}/dist/${url.slice(source + '/src/'.length, -'.ts'.length)}.js`;
}
