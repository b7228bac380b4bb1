import { Image } from '@tiptap/extension-image';
import type { Editor } from '@tiptap/react';

const LINK_ADDRESS_PATTERN = /^(?:https?:|mailto:|tel:|[/#])/i;

/** Returns the picture of a link. Null when the link contains something else too. */
export function findLinkedPicture(link: Element): Element | null {
  const isPictureOnlyContent = !link.textContent.trim() && link.querySelectorAll(':not(span)').length === 1;
  return link.localName === 'a' && isPictureOnlyContent ? link.querySelector('img[src]') : null;
}

/** A picture, perhaps with a link around it. */
export const PictureNode = Image.extend({
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
          if (!picture || !LINK_ADDRESS_PATTERN.test(link.getAttribute('href') ?? '')) return false;
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
      const imageElement = document.createElement('img');
      for (const attributeName of ['src', 'alt', 'title', 'width', 'height'])
        if (attrs[attributeName] !== null) imageElement.setAttribute(attributeName, attrs[attributeName]);
      return { dom: imageElement };
    };
  },
});

export const hasPictureLink = (editor: Editor): boolean =>
  editor.isActive(PictureNode.name) && editor.getAttributes(PictureNode.name).href !== null;

/** Sets the link of the selected picture; null removes it. Returns false when no picture is selected. */
export const setPictureLink = (editor: Editor, href: string | null): boolean =>
  editor.isActive(PictureNode.name) &&
  editor.chain().focus().updateAttributes(PictureNode.name, { href }).run();
