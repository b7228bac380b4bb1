import { Parser } from 'htmlparser2';

const codeTags = new Set(['script', 'style']);
const inlineElements = new Set(
  'a abbr b bdi bdo big code em font i mark s small span strong sub sup u wbr'.split(' '),
);

/**
 * WordPress stores titles, names and categories as HTML. Returns their text on one line, with entities decoded and
 * tags removed.
 */
export function toPlainTitle(html: string): string {
  let plainTitle = '';
  let openCodeTags = 0;
  const addSpace = (name: string) => {
    if (!inlineElements.has(name)) plainTitle += ' ';
  };
  const parser = new Parser({
    onopentag: (name) => {
      addSpace(name);
      if (codeTags.has(name)) openCodeTags += 1;
    },
    ontext: (piece) => {
      if (openCodeTags === 0) plainTitle += piece;
    },
    onclosetag: (name) => {
      addSpace(name);
      if (codeTags.has(name)) openCodeTags -= 1;
    },
  });
  parser.end(html);
  return plainTitle.replace(/\s+/g, ' ').trim();
}
