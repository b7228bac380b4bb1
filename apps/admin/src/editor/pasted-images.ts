import { NodeSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { useRef } from 'react';
import { useRunningUploads } from '../forms/uploads.ts';
import { usePictureUpload } from '../images/use-upload.ts';
import { parseInertHtml } from '../ui/trusted-html.ts';
import { parseStoredHtml } from './editor-extensions.ts';
import { FixedPart, replaceInFixedHtml } from './fixed-part.ts';
import { findHiddenNodes } from './pasted-hidden.ts';
import { cleanPastedHtml } from './pasted-html.ts';
import { readRtfImages } from './rtf-images.ts';

export function usePastedImages() {
  const editor = useRef<Editor>(null);
  const { track } = useRunningUploads();
  const { send } = usePictureUpload();

  const uploadPastedImages = async ({ images }: PastedContent) => {
    for (const [address, file] of images) {
      const uploadedAddress = await send(file);
      if (editor.current && !editor.current.isDestroyed)
        replaceWithUploadedImage(editor.current, address, uploadedAddress);
      URL.revokeObjectURL(address);
    }
  };

  /** Inserts at the selection, or at `place`. Returns false when there is no image to upload. */
  const insertPastedImages = (data: DataTransfer | null, place?: number): boolean => {
    const pastedContent = data && findImagesToUpload(data);
    if (!pastedContent || !editor.current) return false;
    const { commands, state, view } = editor.current;
    // After a paste the inserted image is selected. The next image goes after it instead of replacing it.
    const insertPosition =
      place ?? (state.selection instanceof NodeSelection ? state.selection.to : undefined);
    if (insertPosition === undefined) view.pasteHTML(pastedContent.html);
    else
      commands.insertContentAt(
        insertPosition,
        parseStoredHtml(cleanPastedHtml(pastedContent.html, state.schema)).content ?? [],
      );
    void track(uploadPastedImages(pastedContent));
    return true;
  };
  return { editor, take: insertPastedImages };
}

function replaceWithUploadedImage({ state, view }: Editor, address: string, uploaded: string | null): void {
  const editTransaction = state.tr;
  state.doc.descendants((node, place) => {
    if (uploaded && node.type.name === FixedPart.name) {
      const changedFixedData = replaceInFixedHtml(node.attrs.data, address, uploaded);
      editTransaction.setNodeAttribute(editTransaction.mapping.map(place), 'data', changedFixedData);
    }
    if (node.attrs.src !== address) return;
    if (uploaded) editTransaction.setNodeAttribute(editTransaction.mapping.map(place), 'src', uploaded);
    else
      editTransaction.delete(
        editTransaction.mapping.map(place),
        editTransaction.mapping.map(place + node.nodeSize),
      );
  });
  // Undo must not restore the temporary address.
  if (editTransaction.docChanged) view.dispatch(editTransaction.setMeta('addToHistory', false));
}

/** The keys are the addresses in `html` until the images are uploaded. */
type PastedContent = { html: string; images: Map<string, File> };

const isImageFile = ({ type }: File) => type.startsWith('image/');
const LOCAL_IMAGE_SELECTOR = 'img[src^="file:" i], img[src^="data:" i], img[src^="blob:" i]';

function makeImagesHtml(files: readonly File[]): PastedContent {
  const filesByAddress = new Map(files.map((file) => [URL.createObjectURL(file), file]));
  const imagesHtml = [...filesByAddress.keys()].map((address) => `<img src="${address}" alt="">`).join('');
  return { html: imagesHtml, images: filesByAddress };
}

/**
 * Null when a paste or drop has no image to upload. A word processor names files of its computer in the HTML
 * and adds the images as RTF.
 */
function findImagesToUpload(data: DataTransfer): PastedContent | null {
  const imageFiles = [...data.files].filter(isImageFile);
  const html = data.getData('text/html');
  const pastedDocument = parseInertHtml(html);
  // The HTML of a copied image contains nothing else.
  if (!pastedDocument.body.textContent?.trim())
    return imageFiles.length > 0 ? makeImagesHtml(imageFiles) : null;

  const localImageElements = [...pastedDocument.querySelectorAll<HTMLImageElement>(LOCAL_IMAGE_SELECTOR)];
  if (localImageElements.length === 0) return null;
  const rtfImages = readRtfImages(data.getData('text/rtf'));
  const { hidden } = findHiddenNodes(pastedDocument);
  const images = new Map<string, File>();
  for (const image of localImageElements) {
    const imageSource = image.getAttribute('src') ?? '';
    const imageFile = /^file:/i.test(imageSource)
      ? (rtfImages.shift() ?? imageFiles.shift())
      : makeFileOfDataUrl(imageSource);
    if (!imageFile || hidden.some((part) => part.contains(image))) continue;
    const temporaryAddress = URL.createObjectURL(imageFile);
    images.set(temporaryAddress, imageFile);
    image.setAttribute('src', temporaryAddress);
  }
  return images.size > 0 ? { html: pastedDocument.documentElement.outerHTML, images } : null;
}

function makeFileOfDataUrl(source: string): File | null {
  const [, type = '', base64 = ''] = /^data:(image\/[\w.+-]+);base64,([\w+/=\s]+)$/i.exec(source) ?? [];
  if (!type) return null;
  try {
    const imageBytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    return new File([imageBytes], 'picture', { type });
  } catch {
    return null;
  }
}
