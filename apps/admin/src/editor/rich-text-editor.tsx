import './rich-text-editor.css';
import { controlClass, useFieldControlProps } from '@institute/ui/field.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import { EditorContent, useEditor } from '@tiptap/react';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { postHtmlFormat } from './editor-extensions.ts';
import { cleanPastedHtml } from './pasted-html.ts';
import { usePastedImages } from './pasted-images.ts';
import { pasteTextWithLists } from './pasted-lists.ts';
import { RichTextToolbar } from './rich-text-toolbar.tsx';
import type { TextFormat } from './text-format.ts';

type RichTextEditorProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Default: the HTML of posts and pages. */
  format?: TextFormat | undefined;
  ref: Ref<{ focus: () => void }>;
};

const LINE_GAP_PX = 8;
const readScrollPadding = (edge: 'Top' | 'Bottom') =>
  LINE_GAP_PX + (Number.parseFloat(getComputedStyle(document.documentElement)[`scrollPadding${edge}`]) || 0);

/**
 * The margins that the toolbar and the form's footer cover, because both stay in view. The editor does not
 * know them when it scrolls.
 */
const editorScrollMargin = {
  get top() {
    return readScrollPadding('Top');
  },
  get bottom() {
    return readScrollPadding('Bottom');
  },
  left: 0,
  right: 0,
};

export default function RichTextEditor({
  label,
  value,
  onChange,
  format = postHtmlFormat,
  ref,
}: RichTextEditorProps) {
  const [isSource, setSource] = useState(false);
  const htmlSourceField = useRef<HTMLTextAreaElement>(null);
  const fieldWiring = useFieldControlProps({});
  // Distinguishes the editor's own changes from changes of the form.
  const lastKnownValue = useRef(value);

  const [atFirst] = useState(() => format.read(value));

  const pastedImages = usePastedImages();

  const editor = useEditor({
    immediatelyRender: false,
    extensions: format.extensions,
    ...format.rules,
    content: atFirst,
    // The editor would add its styles as an inline <style>, which the content policy forbids.
    injectCSS: false,
    editorProps: {
      scrollThreshold: editorScrollMargin,
      scrollMargin: editorScrollMargin,
      ...(format.paste ?? {
        transformPastedHTML: (html, { state }) => cleanPastedHtml(html, state.schema),
        handlePaste: (view, { clipboardData }) =>
          pastedImages.take(clipboardData) || pasteTextWithLists(view, clipboardData),
        handleDrop: (view, event, _, isMoved) => {
          if (isMoved) return false;
          const dropPosition = view.posAtCoords({ left: event.clientX, top: event.clientY });
          return pastedImages.take(event.dataTransfer, dropPosition?.pos);
        },
      }),
      attributes: {
        ...makeEditorAttributes(fieldWiring),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: 'prose min-h-56 max-w-none px-4 py-3 outline-none [&>:first-child]:mt-0!',
      },
    },
    onCreate: ({ editor: made }) => {
      pastedImages.editor.current = made;
    },
    onUpdate: ({ editor: changed }) => {
      lastKnownValue.current = changed.isEmpty ? '' : format.write(changed);
      onChange(lastKnownValue.current);
    },
  });

  useEffect(() => {
    if (!editor || value === lastKnownValue.current) return;
    lastKnownValue.current = value;
    editor.commands.setContent(format.read(value), { emitUpdate: false });
  }, [editor, value, format]);

  useImperativeHandle(ref, () => ({
    focus: () => {
      if (isSource) htmlSourceField.current?.focus();
      else editor?.commands.focus();
    },
  }));

  if (!editor) return null;
  return (
    <div className={`${controlClass} px-0! py-0! focus-within:outline-2 focus-within:outline-green`}>
      <RichTextToolbar editor={editor} names={format.tools} isSource={isSource} onSource={setSource} />
      {isSource ? (
        <Textarea
          ref={htmlSourceField}
          rows={12}
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="block rounded-none! border-0! font-mono"
        />
      ) : (
        <EditorContent editor={editor} />
      )}
    </div>
  );
}

/** A missing attribute would be written as "undefined". */
const makeEditorAttributes = ({ required, ...wiring }: ReturnType<typeof useFieldControlProps>) => {
  const editorAttributes: Record<string, string> = required ? { 'aria-required': 'true' } : {};
  for (const [name, value] of Object.entries(wiring))
    if (value !== undefined) editorAttributes[name] = String(value);
  return editorAttributes;
};
