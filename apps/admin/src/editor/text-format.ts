import type { Editor, EditorOptions, JSONContent } from '@tiptap/react';

/** What a text may have, how it is stored, and how the editor takes what is pasted. */
export type TextFormat = Pick<EditorOptions, 'extensions'> & {
  rules: Pick<EditorOptions, 'enableInputRules' | 'enablePasteRules'>;
  /** The editor gets a document, because it would parse HTML in a way that the content policy forbids. */
  read: (stored: string) => JSONContent;
  write: (editor: Editor) => string;
  /** The labels of its tools. By default it has all. */
  tools?: readonly string[];
  /** By default pictures are uploaded, and HTML is cleaned. */
  paste?: Pick<EditorOptions['editorProps'], 'transformPastedHTML' | 'clipboardTextParser'>;
};
