import { NodeSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { useRef } from 'react';
import { useUploads } from '../forms/uploads.ts';
import { usePictureUpload } from '../images/use-upload.ts';
import { parseInertHtml } from '../ui/trusted-html.ts';
import { readParts } from './editor-extensions.ts';
import { FixedPart, replaceInFixed } from './fixed-part.ts';
import { findHiddenNodes } from './pasted-hidden.ts';
import { cleanPastedHtml } from './pasted-html.ts';
import { readRtfImages } from './rtf-images.ts';

export function usePastedImages() {
  const editor = useRef<Editor>(null);
  const { track } = useUploads();
  const { send } = usePictureUpload();

  const uploadPastedImages = async ({ images }: PastedContent) => {
    for (const [address, file] of images) {
      const uploadedAddress = await send(file);
      if (editor.current && !editor.current.isDestroyed)
        replaceWithUploaded(editor.current, address, uploadedAddress);
      URL.revokeObjectURL(address);
    }
  };

  /** Inserts at the selection, or at `place`. Returns false when there is no image to upload. */
  const insertPastedImages = (data: DataTransfer | null, place?: number): boolean => {
    const pastedContent = data && placeImages(data);
    if (!pastedContent || !editor.current) return false;
    const { commands, state, view } = editor.current;
    // After a paste the inserted image is selected. The next image goes after it instead of replacing it.
    const insertPosition =
      place ?? (state.selection instanceof NodeSelection ? state.selection.to : undefined);
    if (insertPosition === undefined) view.pasteHTML(pastedContent.html);
    else
      commands.insertContentAt(
        insertPosition,
        readParts(cleanPastedHtml(pastedContent.html, state.schema)).content ?? [],
      );
    void track(uploadPastedImages(pastedContent));
    return true;
  };
  return { editor, take: insertPastedImages };
}

function replaceWithUploaded({ state, view }: Editor, address: string, uploaded: string | null): void {
  const transaction = state.tr;
  state.doc.descendants((node, place) => {
    if (uploaded && node.type.name === FixedPart.name) {
      const changedData = replaceInFixed(node.attrs.data, address, uploaded);
      transaction.setNodeAttribute(transaction.mapping.map(place), 'data', changedData);
    }
    if (node.attrs.src !== address) return;
    if (uploaded) transaction.setNodeAttribute(transaction.mapping.map(place), 'src', uploaded);
    else transaction.delete(transaction.mapping.map(place), transaction.mapping.map(place + node.nodeSize));
  });
  // Undo must not restore the temporary address.
  if (transaction.docChanged) view.dispatch(transaction.setMeta('addToHistory', false));
}

/** The keys are the addresses in `html` until the images are uploaded. */
type PastedContent = { html: string; images: Map<string, File> };

const isImage = ({ type }: File) => type.startsWith('image/');
const LOCAL_IMAGE_SELECTOR = 'img[src^="file:" i], img[src^="data:" i], img[src^="blob:" i]';

function insertPlaceholders(files: readonly File[]): PastedContent {
  const images = new Map(files.map((file) => [URL.createObjectURL(file), file]));
  const html = [...images.keys()].map((address) => `<img src="${address}" alt="">`).join('');
  return { html, images };
}

/**
 * Null when a paste or drop has no image to upload. A word processor names files of its computer in the HTML
 * and adds the images as RTF.
 */
function placeImages(data: DataTransfer): PastedContent | null {
  const files = [...data.files].filter(isImage);
  const html = data.getData('text/html');
  const page = parseInertHtml(html);
  // The HTML of a copied image contains nothing else.
  if (!page.body.textContent?.trim()) return files.length > 0 ? insertPlaceholders(files) : null;

  const localElements = [...page.querySelectorAll<HTMLImageElement>(LOCAL_IMAGE_SELECTOR)];
  if (localElements.length === 0) return null;
  const rtfImages = readRtfImages(data.getData('text/rtf'));
  const { hidden } = findHiddenNodes(page);
  const images = new Map<string, File>();
  for (const image of localElements) {
    const source = image.getAttribute('src') ?? '';
    const file = /^file:/i.test(source) ? (rtfImages.shift() ?? files.shift()) : toFile(source);
    if (!file || hidden.some((part) => part.contains(image))) continue;
    const address = URL.createObjectURL(file);
    images.set(address, file);
    image.setAttribute('src', address);
  }
  return images.size > 0 ? { html: page.documentElement.outerHTML, images } : null;
}

function toFile(source: string): File | null {
  const [, type = '', base64 = ''] = /^data:(image\/[\w.+-]+);base64,([\w+/=\s]+)$/i.exec(source) ?? [];
  if (!type) return null;
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    return new File([bytes], 'picture', { type });
  } catch {
    return null;
  }
}
