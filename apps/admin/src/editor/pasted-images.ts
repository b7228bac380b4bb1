import { NodeSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { useRef } from 'react';
import { useUploads } from '../forms/uploads.ts';
import { usePictureUpload } from '../images/use-upload.ts';
import { parseInertHtml } from '../ui/trusted-html.ts';
import { readParts } from './editor-extensions.ts';
import { Fixed, replaceInFixed } from './fixed-part.ts';
import { findHidden } from './pasted-hidden.ts';
import { cleanPasted } from './pasted-html.ts';
import { readRtfImages } from './rtf-images.ts';

export function usePastedImages() {
  const editor = useRef<Editor>(null);
  const { track } = useUploads();
  const { send } = usePictureUpload();

  const uploadAll = async ({ images }: PastedContent) => {
    for (const [address, file] of images) {
      const uploaded = await send(file);
      if (editor.current && !editor.current.isDestroyed) settleImage(editor.current, address, uploaded);
      URL.revokeObjectURL(address);
    }
  };

  /** Inserts at the selection, or at `place`. Returns false when there is no image to upload. */
  const takeImages = (data: DataTransfer | null, place?: number): boolean => {
    const placed = data && placeImages(data);
    if (!placed || !editor.current) return false;
    const { commands, state, view } = editor.current;
    // A paste leaves its image selected. The next one goes after it, not in its place.
    const at = place ?? (state.selection instanceof NodeSelection ? state.selection.to : undefined);
    if (at === undefined) view.pasteHTML(placed.html);
    else commands.insertContentAt(at, readParts(cleanPasted(placed.html, state.schema)).content ?? []);
    void track(uploadAll(placed));
    return true;
  };
  return { editor, take: takeImages };
}

function settleImage({ state, view }: Editor, address: string, uploaded: string | null): void {
  const change = state.tr;
  state.doc.descendants((node, place) => {
    if (uploaded && node.type.name === Fixed.name) {
      const data = replaceInFixed(node.attrs.data, address, uploaded);
      change.setNodeAttribute(change.mapping.map(place), 'data', data);
    }
    if (node.attrs.src !== address) return;
    if (uploaded) change.setNodeAttribute(change.mapping.map(place), 'src', uploaded);
    else change.delete(change.mapping.map(place), change.mapping.map(place + node.nodeSize));
  });
  // Undo must not restore the temporary address.
  if (change.docChanged) view.dispatch(change.setMeta('addToHistory', false));
}

/** The keys are the addresses in `html` until the images are uploaded. */
type PastedContent = { html: string; images: Map<string, File> };

const isImage = ({ type }: File) => type.startsWith('image/');
const localImages = 'img[src^="file:" i], img[src^="data:" i], img[src^="blob:" i]';

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

  const local = [...page.querySelectorAll<HTMLImageElement>(localImages)];
  if (local.length === 0) return null;
  const rtfImages = readRtfImages(data.getData('text/rtf'));
  const { hidden } = findHidden(page);
  const images = new Map<string, File>();
  for (const image of local) {
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
