import { NodeSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { useRef } from 'react';
import { useUploads } from '../../forms/uploads.ts';
import { useUpload } from '../../images/use-upload.ts';
import { cleanPasted } from './pasted-html.ts';
import { type Placed, placeImages } from './pasted-images.ts';
import { partsOf } from './post-parts.ts';

export function usePastedImages() {
  const editor = useRef<Editor>(null);
  const { track } = useUploads();
  const { send } = useUpload();

  const uploadAll = async ({ images }: Placed) => {
    for (const [address, file] of images) {
      const uploaded = await send(file);
      if (editor.current && !editor.current.isDestroyed) settle(editor.current, address, uploaded);
      URL.revokeObjectURL(address);
    }
  };

  /** Inserts at the selection, or at `place`. Returns false when there is no image to upload. */
  const take = (data: DataTransfer | null, place?: number): boolean => {
    const placed = data && placeImages(data);
    if (!placed || !editor.current) return false;
    const { commands, state, view } = editor.current;
    // A paste leaves its image selected. The next one goes after it, not in its place.
    const at = place ?? (state.selection instanceof NodeSelection ? state.selection.to : undefined);
    if (at === undefined) view.pasteHTML(placed.html);
    else commands.insertContentAt(at, partsOf(cleanPasted(placed.html)).content ?? []);
    void track(uploadAll(placed));
    return true;
  };
  return { editor, take };
}

function settle({ state, view }: Editor, address: string, uploaded: string | null): void {
  const change = state.tr;
  state.doc.descendants((node, place) => {
    if (node.attrs.src !== address) return;
    if (uploaded) change.setNodeAttribute(change.mapping.map(place), 'src', uploaded);
    else change.delete(change.mapping.map(place), change.mapping.map(place + node.nodeSize));
  });
  // Undo must not restore the temporary address.
  if (change.docChanged) view.dispatch(change.setMeta('addToHistory', false));
}
