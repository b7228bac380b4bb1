import './rich-text-editor.css';
import { controlClass, useFieldWiring } from '@institute/ui/field.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import { EditorContent, useEditor } from '@tiptap/react';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { postHtml } from './editor-extensions.ts';
import { cleanPasted } from './pasted-html.ts';
import { usePastedImages } from './pasted-images.ts';
import { pasteLists } from './pasted-lists.ts';
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

/** Room for the toolbar and the footer of the form, which stay in view and which the editor ignores when it scrolls. */
const coveredRoom = {
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
  format = postHtml,
  ref,
}: RichTextEditorProps) {
  const [isSource, setSource] = useState(false);
  const source = useRef<HTMLTextAreaElement>(null);
  const wiring = useFieldWiring({});
  // Distinguishes the editor's own changes from changes of the form.
  const known = useRef(value);

  const [atFirst] = useState(() => format.read(value));

  const images = usePastedImages();

  const editor = useEditor({
    immediatelyRender: false,
    extensions: format.extensions,
    ...format.rules,
    content: atFirst,
    // The editor would add its styles as an inline <style>, which the content policy forbids.
    injectCSS: false,
    editorProps: {
      scrollThreshold: coveredRoom,
      scrollMargin: coveredRoom,
      ...(format.paste ?? {
        transformPastedHTML: (html, { state }) => cleanPasted(html, state.schema),
        handlePaste: (view, { clipboardData }) =>
          images.take(clipboardData) || pasteLists(view, clipboardData),
        handleDrop: (view, event, _, isMoved) => {
          if (isMoved) return false;
          const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
          return images.take(event.dataTransfer, place?.pos);
        },
      }),
      attributes: {
        ...toAttributes(wiring),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: 'prose min-h-56 max-w-none px-4 py-3 outline-none [&>:first-child]:mt-0!',
      },
    },
    onCreate: ({ editor: made }) => {
      images.editor.current = made;
    },
    onUpdate: ({ editor: changed }) => {
      known.current = changed.isEmpty ? '' : format.write(changed);
      onChange(known.current);
    },
  });

  useEffect(() => {
    if (!editor || value === known.current) return;
    known.current = value;
    editor.commands.setContent(format.read(value), { emitUpdate: false });
  }, [editor, value, format]);

  useImperativeHandle(ref, () => ({
    focus: () => {
      if (isSource) source.current?.focus();
      else editor?.commands.focus();
    },
  }));

  if (!editor) return null;
  return (
    <div className={`${controlClass} px-0! py-0! focus-within:outline-2 focus-within:outline-green`}>
      <RichTextToolbar editor={editor} names={format.tools} isSource={isSource} onSource={setSource} />
      {isSource ? (
        <Textarea
          ref={source}
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
const toAttributes = ({ required, ...wiring }: ReturnType<typeof useFieldWiring>) => {
  const attributes: Record<string, string> = required ? { 'aria-required': 'true' } : {};
  for (const [name, value] of Object.entries(wiring))
    if (value !== undefined) attributes[name] = String(value);
  return attributes;
};
