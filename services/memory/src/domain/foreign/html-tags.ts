import type { Nodes, Root } from 'mdast';

/** Elements of HTML that lay out a page; any other name between angle brackets was made up by the author. */
const pageElements = new Set(
  (
    'a abbr article aside b blockquote br caption center code col colgroup dd del details div dl dt em figcaption figure ' +
    'font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p picture pre s samp section small source span ' +
    'strong sub summary sup table tbody td tfoot th thead tr u ul var video'
  ).split(' '),
);

/** Without comments, which are notes to editors, and without tags of a page; `<branch-name>` says something and stays. */
export function htmlText(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<\/?([A-Za-z][\w-]*)(?:\s[^<>]*)?\/?>/g, (tag, name: string) =>
      pageElements.has(name.toLowerCase()) ? '' : tag,
    )
    .trim();
}

export interface SectionTag {
  kind: 'open' | 'close';
  name: string;
  /** `<db_rules>` is "db rules", `<example type="bad">` is "example (bad)"; empty for elements of a page. */
  heading: string;
}

const tagLine = /^ {0,3}<(\/?)([A-Za-z][\w.-]*)(\s[^<>]*)?>[ \t]*$/;

/**
 * Prompts are often divided by tags, each alone on its line. To CommonMark such a tag swallows what follows it, or belongs
 * to the sentence before it; here it becomes an empty comment, which divides blocks, and the tag is told by its line.
 * `root` is the same text parsed: tags in its code stay.
 */
export function takeSectionTags(
  text: string,
  root: Root,
): { text: string; tags: ReadonlyMap<number, SectionTag> } {
  const tags = new Map<number, SectionTag>();
  const inCode = codeLines(root);
  const lines = text.split('\n').map((line, i) => {
    const [, slash, name, attributes] = tagLine.exec(line) ?? [];
    if (name === undefined || inCode.has(i + 1)) return line;
    tags.set(i + 1, {
      kind: slash === '' ? 'open' : 'close',
      name,
      heading: pageElements.has(name.toLowerCase()) ? '' : headingOf(name, attributes ?? ''),
    });
    return '<!---->';
  });
  return { text: lines.join('\n'), tags };
}

function headingOf(name: string, attributes: string): string {
  const values = [...attributes.matchAll(/=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, a, b]) => a ?? b);
  const words = name.replace(/[_.-]+/g, ' ');
  return values.length === 0 ? words : `${words} (${values.join(', ')})`;
}

function codeLines(root: Root): Set<number> {
  const lines = new Set<number>();
  const visit = (node: Nodes): void => {
    if (node.type === 'code' && node.position) {
      for (let line = node.position.start.line; line <= node.position.end.line; line++) lines.add(line);
    }
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(root);
  return lines;
}
