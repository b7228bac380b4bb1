import { Editor } from '@tiptap/react';
import { onTestFinished } from 'vitest';
import { editorExtensions, toStoredHtml } from '../editor/editor-extensions.ts';
import { cleanPasted } from '../editor/pasted-html.ts';

/** Pastes into an empty editor, and gives the text as it would be stored. */
export function pasteHtml(html: string): string {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: editorExtensions,
    editorProps: { transformPastedHTML: (pasted, { state }) => cleanPasted(pasted, state.schema) },
    injectCSS: false,
  });
  onTestFinished(() => editor.destroy());
  editor.view.pasteHTML(html);
  return toStoredHtml(editor.getHTML());
}
