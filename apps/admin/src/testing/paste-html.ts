import { Editor } from '@tiptap/react';
import { onTestFinished } from 'vitest';
import { editorExtensions, toStoredHtml } from '../editor/editor-extensions.ts';
import { cleanPastedHtml } from '../editor/pasted-html.ts';

/** An empty editor, which cleans what is pasted as the office's does. */
export function openEditor(): Editor {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: editorExtensions,
    editorProps: { transformPastedHTML: (pasted, { state }) => cleanPastedHtml(pasted, state.schema) },
    injectCSS: false,
  });
  onTestFinished(() => editor.destroy());
  return editor;
}

/** Pastes into an empty editor, and gives the text as it would be stored. */
export function pasteHtml(html: string): string {
  const editor = openEditor();
  editor.view.pasteHTML(html);
  return toStoredHtml(editor.getHTML());
}
