import { Parser } from 'htmlparser2';

const codeTags = new Set(['script', 'style']);
const inlineElements = new Set(
  'a abbr b bdi bdo big code em font i mark s small span strong sub sup u wbr'.split(' '),
);

/**
 * WordPress stores titles, names and categories as HTML. All that is read of them is text on one line: signs
 * decoded once, tags gone.
 */
export function toPlainTitle(html: string): string {
  let text = '';
  let codes = 0;
  const addSpace = (name: string) => {
    if (!inlineElements.has(name)) text += ' ';
  };
  const parser = new Parser({
    onopentag: (name) => {
      addSpace(name);
      if (codeTags.has(name)) codes += 1;
    },
    ontext: (piece) => {
      if (codes === 0) text += piece;
    },
    onclosetag: (name) => {
      addSpace(name);
      if (codeTags.has(name)) codes -= 1;
    },
  });
  parser.end(html);
  return text.replace(/\s+/g, ' ').trim();
}
