/** Longest style in letters. Styles of Word have some 600. */
const MAX_STYLE_LENGTH = 2000;
const MAX_CLASSES = 20;

/** Reads a style attribute as a browser does. Properties and values are in small letters. */
export function readStyleProperties(style: string): Map<string, string> {
  const valueByProperty = new Map<string, string>();
  const importantProperties = new Set<string>();
  for (const declaration of style.split(';')) {
    const colonAt = declaration.indexOf(':');
    const propertyName = declaration.slice(0, Math.max(0, colonAt)).trim().toLowerCase();
    const [value = '', mark] = declaration
      .slice(colonAt + 1)
      .toLowerCase()
      .split('!');
    if (!propertyName || (importantProperties.has(propertyName) && mark === undefined)) continue;
    valueByProperty.set(propertyName, value.trim());
    if (mark !== undefined) importantProperties.add(propertyName);
  }
  return valueByProperty;
}

/**
 * Reads a style sheet, and returns a function that finds the styles of an element in it. The element's own styles
 * must be added after them. Only selectors of a tag, a class or an id are read, and no rules for other media, such as
 * paper.
 */
export function makeSheetStyleFinder(
  css: string,
): (element: { name: string; attributes: Readonly<Record<string, string | undefined>> }) => string {
  /** Styles by their selector. */
  const styleBySelector = new Map<string, string>();
  const cssWithoutComments = css
    .split('/*')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('')
    .replace(/<!--|-->/g, '');
  let isInMediaRule = false;
  for (const ruleChunk of cssWithoutComments.split('}')) {
    const [selectors = '', style, ...inner] = ruleChunk.split('{');
    if (inner.length > 0) isInMediaRule = true;
    else if (style === undefined) isInMediaRule = false;
    else if (!isInMediaRule && style.length < MAX_STYLE_LENGTH) {
      for (const selector of selectors.slice(selectors.lastIndexOf(';') + 1).split(',')) {
        const formerStyle = styleBySelector.get(selector.trim()) ?? '';
        if (formerStyle.length < MAX_STYLE_LENGTH)
          styleBySelector.set(selector.trim(), `${formerStyle}${style};`);
      }
    }
  }
  return ({ name, attributes: { class: classes = '', id } }) => {
    if (styleBySelector.size === 0) return '';
    const classNames = new Set(classes.split(/\s+/, MAX_CLASSES));
    const classSelectors = [...classNames].map((word) => `.${word}`);
    const elementSelectors = [
      name,
      ...classSelectors,
      ...classSelectors.map((word) => name + word),
      `#${id}`,
      `${name}#${id}`,
    ];
    return elementSelectors.map((key) => styleBySelector.get(key) ?? '').join('');
  };
}
