import { IconButton } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Tooltip } from '@institute/ui/tooltip.tsx';
import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react';
import {
  BetweenHorizontalStart,
  BetweenVerticalStart,
  Bold,
  CodeXml,
  FileText,
  FoldHorizontal,
  FoldVertical,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  SquarePlay,
  Table2,
  Trash2,
  Undo2,
} from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { useState } from 'react';
import { InsertDialog, type InsertionName, insertEditorContent } from './insert-dialog.tsx';
import { hasPictureLink, setPictureLink } from './picture-part.ts';
import {
  makeEmptyTable,
  moveCursorToFirstCell,
  runTableCommand,
  type TableCommandName,
} from './table-parts.ts';

type ToolbarTool = {
  label: string;
  icon: LucideIcon;
  isOn?: (editor: Editor) => boolean;
  use: (editor: Editor, insert: (what: InsertionName) => void) => void;
};

const makeToggleTool = (
  label: string,
  icon: LucideIcon,
  name: string,
  turn: (chain: ChainedCommands) => ChainedCommands,
  attributes?: object,
): ToolbarTool => ({
  label,
  icon,
  isOn: (editor) => editor.isActive(name, attributes),
  use: (editor) => turn(editor.chain().focus()).run(),
});

const toolbarTools: ToolbarTool[] = [
  makeToggleTool('Heading', Heading2, 'heading', (chain) => chain.toggleHeading({ level: 2 }), { level: 2 }),
  makeToggleTool('Subheading', Heading3, 'heading', (chain) => chain.toggleHeading({ level: 3 }), {
    level: 3,
  }),
  makeToggleTool('Bold', Bold, 'bold', (chain) => chain.toggleBold()),
  makeToggleTool('Italic', Italic, 'italic', (chain) => chain.toggleItalic()),
  makeToggleTool('Bullet list', List, 'bulletList', (chain) => chain.toggleBulletList()),
  makeToggleTool('Numbered list', ListOrdered, 'orderedList', (chain) => chain.toggleOrderedList()),
  makeToggleTool('Quote', Quote, 'blockquote', (chain) => chain.toggleBlockquote()),
  {
    label: 'Link',
    icon: Link,
    isOn: (editor) => editor.isActive('link') || hasPictureLink(editor),
    use: (editor, insert) => {
      if (hasPictureLink(editor)) setPictureLink(editor, null);
      else if (editor.isActive('link')) editor.chain().focus().extendMarkRange('link').unsetLink().run();
      else insert('link');
    },
  },
  { label: 'Insert picture', icon: ImagePlus, use: (_, insert) => insert('image') },
  { label: 'Insert video', icon: SquarePlay, use: (_, insert) => insert('video') },
  { label: 'Insert document', icon: FileText, use: (_, insert) => insert('document') },
  { label: 'Undo', icon: Undo2, use: (editor) => editor.chain().focus().undo().run() },
  { label: 'Redo', icon: Redo2, use: (editor) => editor.chain().focus().redo().run() },
];

const makeTableTool = (label: string, icon: LucideIcon, change: TableCommandName): ToolbarTool => ({
  label,
  icon,
  use: (editor) => {
    runTableCommand(editor, change);
    editor.commands.focus();
  },
});

const insertTable: ToolbarTool = {
  label: 'Insert table',
  icon: Table2,
  use: (editor) => {
    const { to } = editor.state.selection;
    insertEditorContent(editor, makeEmptyTable());
    moveCursorToFirstCell(editor, to);
  },
};

/** Shown while the cursor is in a table. */
const tableTools: ToolbarTool[] = [
  makeTableTool('Add row', BetweenHorizontalStart, 'addRow'),
  makeTableTool('Add column', BetweenVerticalStart, 'addColumn'),
  makeTableTool('Delete row', FoldVertical, 'deleteRow'),
  makeTableTool('Delete column', FoldHorizontal, 'deleteColumn'),
  makeTableTool('Delete table', Trash2, 'deleteTable'),
];

type RichTextToolbarProps = {
  editor: Editor;
  /** The labels of the tools to show. Undefined: all tools. */
  names: readonly string[] | undefined;
  isSource: boolean;
  onSource: (isSource: boolean) => void;
};

/** Arrow keys move between the buttons. */
export function RichTextToolbar({ editor, names, isSource, onSource }: RichTextToolbarProps) {
  const [tools] = useState(() => toolbarTools.filter(({ label }) => names?.includes(label) ?? true));
  const [insertion, setInsertion] = useState<InsertionName | null>(null);
  const toolStates = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      areOn: tools.map(({ isOn }) => isOn?.(current)),
      tableTools: names ? [] : current.isActive('table') ? tableTools : [insertTable],
    }),
  });
  return (
    <>
      <Toolbar.Root
        aria-label="Formatting"
        // The toolbar stays below a phone's header, so that it is within reach in a long text
        className="sticky top-0 z-10 flex rounded-t-control border-b border-line bg-paper max-md:top-13 max-md:overflow-x-auto max-md:*:shrink-0 md:flex-wrap"
      >
        {tools.map(({ label, icon, use }, index) => (
          <ToolButton
            key={label}
            label={label}
            icon={icon}
            isOn={toolStates.areOn[index]}
            disabled={isSource}
            onClick={() => use(editor, setInsertion)}
          />
        ))}
        {toolStates.tableTools.map(({ label, icon, use }) => (
          <ToolButton
            key={label}
            label={label}
            icon={icon}
            isOn={undefined}
            disabled={isSource}
            onClick={() => use(editor, setInsertion)}
          />
        ))}
        {!names && (
          <ToolButton
            label="Edit as HTML"
            icon={CodeXml}
            isOn={isSource}
            onClick={() => onSource(!isSource)}
          />
        )}
      </Toolbar.Root>
      {insertion && <InsertDialog what={insertion} editor={editor} onClose={() => setInsertion(null)} />}
    </>
  );
}

type ToolButtonProps = {
  label: string;
  icon: LucideIcon;
  isOn: boolean | undefined;
  disabled?: boolean;
  onClick: () => void;
};

function ToolButton({ label, icon: Icon, isOn, disabled, onClick }: ToolButtonProps) {
  return (
    <Tooltip label={label}>
      <Toolbar.Button asChild disabled={disabled}>
        <IconButton
          label={label}
          aria-pressed={isOn}
          onClick={onClick}
          className={cx('rounded-none!', isOn && 'bg-sand text-green')}
        >
          <Icon aria-hidden />
        </IconButton>
      </Toolbar.Button>
    </Tooltip>
  );
}
