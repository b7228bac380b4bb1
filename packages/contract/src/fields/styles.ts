/** Letters. Word needs some 600. */
const LONGEST_STYLE = 2000;
const MOST_CLASSES = 20;

/** Properties and values in small letters, as a browser would take them of this attribute. */
export function readStyle(style: string): Map<string, string> {
  const found = new Map<string, string>();
  const important = new Set<string>();
  for (const declaration of style.split(';')) {
    const end = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, end)).trim().toLowerCase();
    const [value = '', mark] = declaration
      .slice(end + 1)
      .toLowerCase()
      .split('!');
    if (!name || (important.has(name) && mark === undefined)) continue;
    found.set(name, value.trim());
    if (mark !== undefined) important.add(name);
  }
  return found;
}

/**
 * Returns a function that finds the styles of an element in this sheet. The element's own styles come after them. Only
 * selectors of a tag, a class or an id are known, and rules for other media, such as paper, are left out.
 */
export function readSheet(
  css: string,
): (element: { name: string; attributes: Readonly<Record<string, string | undefined>> }) => string {
  /** By selector. */
  const rules = new Map<string, string>();
  const plain = css
    .split('/*')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('')
    .replace(/<!--|-->/g, '');
  let isOfMedia = false;
  for (const chunk of plain.split('}')) {
    const [selectors = '', style, ...inner] = chunk.split('{');
    if (inner.length > 0) isOfMedia = true;
    else if (style === undefined) isOfMedia = false;
    else if (!isOfMedia && style.length < LONGEST_STYLE) {
      for (const selector of selectors.slice(selectors.lastIndexOf(';') + 1).split(',')) {
        const before = rules.get(selector.trim()) ?? '';
        if (before.length < LONGEST_STYLE) rules.set(selector.trim(), `${before}${style};`);
      }
    }
  }
  return ({ name, attributes: { class: classes = '', id } }) => {
    if (rules.size === 0) return '';
    const words = new Set(classes.split(/\s+/, MOST_CLASSES));
    const weak = [...words].map((word) => `.${word}`);
    const keys = [name, ...weak, ...weak.map((word) => name + word), `#${id}`, `${name}#${id}`];
    return keys.map((key) => rules.get(key) ?? '').join('');
  };
}
