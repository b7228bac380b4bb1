import { Node } from '@tiptap/react';

/** A document with its name, kind and size. The server writes these again when the text is saved. */
export const DocumentLinkNode = Node.create({
  name: 'document',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ href: { default: null }, words: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'p',
      priority: 60,
      getAttrs: (line) => {
        const [link, ...others] = line.childNodes;
        if (!(link instanceof Element) || others.length > 0 || !link.matches('a[data-document]'))
          return false;
        return { href: link.getAttribute('href'), words: link.textContent };
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => ['p', ['a', { href: attrs.href, 'data-document': '' }, attrs.words]],
});
