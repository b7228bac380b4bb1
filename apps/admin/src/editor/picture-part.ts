import { Image } from '@tiptap/extension-image';
import type { Editor } from '@tiptap/react';

const LINK_ADDRESS = /^(?:https?:|mailto:|tel:|[/#])/i;

/** Returns the picture of a link. Null when the link contains something else too. */
export function findLinkedPicture(link: Element): Element | null {
  const isOnlyContent = !link.textContent.trim() && link.querySelectorAll(':not(span)').length === 1;
  return link.localName === 'a' && isOnlyContent ? link.querySelector('img[src]') : null;
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
  // Shows the picture without its link, because a press on the link would leave the page
  addNodeView() {
    return ({ node: { attrs } }) => {
      const dom = document.createElement('img');
      for (const attributeName of ['src', 'alt', 'title', 'width', 'height'])
        if (attrs[attributeName] !== null) dom.setAttribute(attributeName, attrs[attributeName]);
      return { dom };
    };
  },
});

export const hasPictureLink = (editor: Editor): boolean =>
  editor.isActive(PicturePart.name) && editor.getAttributes(PicturePart.name).href !== null;

/** Sets the link of the selected picture; null removes it. Returns false when no picture is selected. */
export const linkPicture = (editor: Editor, href: string | null): boolean =>
  editor.isActive(PicturePart.name) &&
  editor.chain().focus().updateAttributes(PicturePart.name, { href }).run();
