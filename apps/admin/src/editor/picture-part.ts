import { Image } from '@tiptap/extension-image';
import type { Editor } from '@tiptap/react';

const LINK_ADDRESS = /^(?:https?:|mailto:|tel:|[/#])/i;

/** Null for a link that has something else too. */
export function findLinkedPicture(link: Element): Element | null {
  const isAlone = !link.textContent.trim() && link.querySelectorAll(':not(span)').length === 1;
  return link.localName === 'a' && isAlone ? link.querySelector('img[src]') : null;
}

/** A picture, perhaps with a link around it. */
export const PicturePart = Image.extend({
  addAttributes() {
    return { ...this.parent?.(), href: { default: null } };
  },
  parseHTML() {
    return [
      {
        tag: 'a[href]',
        priority: 60,
        getAttrs: (link: HTMLElement) => {
          const picture = findLinkedPicture(link);
          if (!picture || !LINK_ADDRESS.test(link.getAttribute('href') ?? '')) return false;
          return Object.fromEntries([...picture.attributes].map(({ name, value }) => [name, value]));
        },
      },
      ...(this.parent?.() ?? []),
    ];
  },
  renderHTML: ({ HTMLAttributes: { href, ...attributes } }) =>
    href ? ['a', { href }, ['img', attributes]] : ['img', attributes],
  // A press on a link would leave the page that is written
  addNodeView() {
    return ({ node: { attrs } }) => {
      const dom = document.createElement('img');
      for (const name of ['src', 'alt', 'title', 'width', 'height'])
        if (attrs[name] !== null) dom.setAttribute(name, attrs[name]);
      return { dom };
    };
  },
});

export const hasPictureLink = (editor: Editor): boolean =>
  editor.isActive(PicturePart.name) && editor.getAttributes(PicturePart.name).href !== null;

/** False unless a picture is chosen. Null takes its link away. */
export const linkPicture = (editor: Editor, href: string | null): boolean =>
  editor.isActive(PicturePart.name) &&
  editor.chain().focus().updateAttributes(PicturePart.name, { href }).run();
