/** Longest style in letters. Styles of Word have some 600. */
const LONGEST_STYLE = 2000;
const MAX_CLASSES = 20;

/** Reads a style attribute as a browser does. Properties and values are in small letters. */
export function readStyle(style: string): Map<string, string> {
  const valueByProperty = new Map<string, string>();
  const importantProperties = new Set<string>();
  for (const declaration of style.split(';')) {
    const colonAt = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colonAt)).trim().toLowerCase();
    const [value = '', mark] = declaration
      .slice(colonAt + 1)
      .toLowerCase()
      .split('!');
    if (!name || (importantProperties.has(name) && mark === undefined)) continue;
    valueByProperty.set(name, value.trim());
    if (mark !== undefined) importantProperties.add(name);
  }
  return valueByProperty;
}

/**
 * Reads a style sheet, and returns a function that finds the styles of an element in it. The element's own styles
 * must be added after them. Only selectors of a tag, a class or an id are read, and no rules for other media, such as
 * paper.
 */
export function readSheet(
  css: string,
): (element: { name: string; attributes: Readonly<Record<string, string | undefined>> }) => string {
  /** Styles by their selector. */
  const rules = new Map<string, string>();
  const cssWithoutComments = css
    .split('/*')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('')
    .replace(/<!--|-->/g, '');
  let isInMediaRule = false;
  for (const chunk of cssWithoutComments.split('}')) {
    const [selectors = '', style, ...inner] = chunk.split('{');
    if (inner.length > 0) isInMediaRule = true;
    else if (style === undefined) isInMediaRule = false;
    else if (!isInMediaRule && style.length < LONGEST_STYLE) {
      for (const selector of selectors.slice(selectors.lastIndexOf(';') + 1).split(',')) {
        const formerStyle = rules.get(selector.trim()) ?? '';
        if (formerStyle.length < LONGEST_STYLE) rules.set(selector.trim(), `${formerStyle}${style};`);
      }
    }
  }
  return ({ name, attributes: { class: classes = '', id } }) => {
    if (rules.size === 0) return '';
    const classNames = new Set(classes.split(/\s+/, MAX_CLASSES));
    const classSelectors = [...classNames].map((word) => `.${word}`);
    const keys = [
      name,
      ...classSelectors,
      ...classSelectors.map((word) => name + word),
      `#${id}`,
      `${name}#${id}`,
    ];
    return keys.map((key) => rules.get(key) ?? '').join('');
  };
}
