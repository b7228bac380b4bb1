import type { Editor, EditorOptions, JSONContent } from '@tiptap/react';

/** What a text may contain, how the text is stored, and how the editor cleans what is pasted. */
export type TextFormat = Pick<EditorOptions, 'extensions'> & {
  rules: Pick<EditorOptions, 'enableInputRules' | 'enablePasteRules'>;
  /**
   * Reads the stored text into a document of the editor. Given HTML, the editor would parse it in a way that
   * the content policy forbids.
   */
  read: (stored: string) => JSONContent;
  write: (editor: Editor) => string;
  /** Labels of the format's tools. Default: all tools. */
  tools?: readonly string[];
  /** By default pictures are uploaded, and HTML is cleaned. */
  paste?: Pick<EditorOptions['editorProps'], 'transformPastedHTML' | 'clipboardTextParser'>;
};
