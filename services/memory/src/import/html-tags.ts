import type { Nodes, Root } from 'mdast';

/** Elements of HTML. The author invented any other name between angle brackets. */
const htmlElements = new Set(
  (
    'a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption center cite code col ' +
    'colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form h1 h2 ' +
    'h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter ' +
    'nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search section ' +
    'select slot small source span strong style sub summary sup svg table tbody td template textarea tfoot th thead time ' +
    'title tr track u ul var video wbr'
  ).split(' '),
);

/** Elements that only group parts of a page, unless their attributes do more than position them. */
const layoutElements = new Set(
  'article aside center details div footer header main nav p section'.split(' '),
);
const layoutAttributes = /^(?:\s+(?:align|open|markdown)(?:=(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*$/;

/** Removes comments, which are notes to editors. */
export function withoutComments(html: string): string {
  return html.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]+/g, ''));
}

export interface SectionTag {
  kind: 'open' | 'close';
  name: string;
  /** `<db_rules>` becomes "db rules", `<example type="bad">` "example (bad)", layout elements "". */
  heading: string;
}

const tagLine = /^ {0,3}<(\/?)([A-Za-z][\w.-]*)(\s[^<>]*)?>[ \t]*$/;

/**
 * Finds tags that divide a prompt into sections: each is alone on its line, and the closing tag follows the
 * opening tag. CommonMark takes the lines after such a tag as HTML, or the tag as a part of the sentence
 * before it. This replaces both tags by an empty comment, which separates blocks, and returns each tag with
 * its line. Other tags stay unchanged: tags without a partner, page elements that do more than layout, and
 * tags in code. `root` is the parsed text.
 */
export function takeSectionTags(
  text: string,
  root: Root,
): { text: string; tags: ReadonlyMap<number, SectionTag> } {
  const tags = new Map<number, SectionTag>();
  const inCode = codeLines(root);
  const lines = text.split('\n');
  const opened = new Map<string, { line: number; attributes: string }[]>();
  for (const [i, line] of lines.entries()) {
    const [, slash, name, attributes = ''] = tagLine.exec(line) ?? [];
    if (name === undefined || inCode.has(i + 1) || attributes.endsWith('/')) continue;
    const open = opened.get(name) ?? [];
    opened.set(name, open);
    if (slash === '') open.push({ line: i + 1, attributes });
    else {
      const partner = open.pop();
      if (partner === undefined || !divides(name, partner.attributes)) continue;
      const heading = htmlElements.has(name.toLowerCase()) ? '' : headingOf(name, partner.attributes);
      tags.set(partner.line, { kind: 'open', name, heading });
      tags.set(i + 1, { kind: 'close', name, heading });
    }
  }
  return { text: lines.map((line, i) => (tags.has(i + 1) ? '<!---->' : line)).join('\n'), tags };
}

/** Returns whether a pair of tags divides a text, rather than being part of a statement. */
function divides(name: string, attributes: string): boolean {
  const element = name.toLowerCase();
  return !htmlElements.has(element) || (layoutElements.has(element) && layoutAttributes.test(attributes));
}

const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Returns for each line whether it is inside an element. A tag without its partner is text. */
export function linesInsideElements(lines: readonly string[]): boolean[] {
  /** Number of elements around a line, minus the number around the line before. */
  const steps = new Int32Array(lines.length + 1);
  const opened = new Map<string, number[]>();
  for (const [i, line] of lines.entries()) {
    for (const [, slash, name, rest] of line.matchAll(/<(\/?)([A-Za-z][\w.-]*)((?:[\s/][^<>]*)?)>/g)) {
      const element = name!.toLowerCase();
      const open = opened.get(element) ?? [];
      opened.set(element, open);
      const start = slash === '' ? undefined : open.pop();
      if (slash === '' && !rest!.endsWith('/') && !voidElements.has(element)) open.push(i);
      if (start === undefined) continue;
      steps[start + 1]!++;
      steps[i + 1]!--;
    }
  }
  let around = 0;
  return lines.map((_, i) => {
    around += steps[i]!;
    return around > 0;
  });
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
