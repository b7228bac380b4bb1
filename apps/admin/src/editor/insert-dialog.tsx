import { facilityInput } from '@institute/contract';
import { isUploadedFile } from '@institute/contract/uploads.constants';
import { readVideoId } from '@institute/contract/video';
import type { Editor, JSONContent } from '@tiptap/react';
import type { ReactNode } from 'react';
import * as z from 'zod';
import { TextField } from '../forms/fields.tsx';
import { SubmitDialog } from '../forms/form-dialog.tsx';
import { useSchemaForm } from '../forms/schema-form.ts';
import { useRunningUploads } from '../forms/uploads.ts';
import { ImageField } from '../images/image-field.tsx';
import { DocumentLinkField } from './document-link-field.tsx';
import { makeVideoNode } from './editor-extensions.ts';
import { makeFigureContent } from './figure-parts.ts';
import { setPictureLink } from './picture-part.ts';

export type InsertionName = 'link' | 'image' | 'video' | 'document';

type InsertionValues = {
  address: string;
  alt?: string | null | undefined;
  caption?: string | undefined;
  words?: string | undefined;
};

type InsertionKind = {
  title: string;
  schema: z.ZodType<InsertionValues, InsertionValues>;
  fields: ReactNode;
  insert: (editor: Editor, values: InsertionValues) => void;
};

const insertionKinds: Record<InsertionName, InsertionKind> = {
  link: {
    title: 'Insert link',
    schema: z.object({ address: z.string().trim().min(1, 'This is required') }),
    fields: (
      <TextField<InsertionValues> name="address" label="Link address" placeholder="https://…" required />
    ),
    insert: (editor, { address }) => {
      const linkAddress = /^(?:[a-z]+:|[/#])/i.test(address) ? address : `https://${address}`;
      insertLink(editor, linkAddress, address);
    },
  },
  image: {
    title: 'Insert picture',
    schema: z.object({
      address: facilityInput.shape.imageUrl,
      alt: facilityInput.shape.imageAlt,
      caption: z.string().trim().optional(),
    }),
    fields: (
      <>
        <ImageField<InsertionValues> name="address" altName="alt" required />
        <TextField<InsertionValues> name="caption" label="Caption" hint="Stands below the picture." />
      </>
    ),
    insert: (editor, { address: src, alt, caption }) =>
      insertEditorContent(
        editor,
        caption
          ? makeFigureContent(src, alt ?? '', caption)
          : { type: 'image', attrs: { src, alt: alt ?? '' } },
      ),
  },
  document: {
    title: 'Insert document',
    schema: z.object({
      address: z.string().trim().min(1, 'Choose a document'),
      words: z.string().trim().optional(),
    }),
    fields: <DocumentLinkField />,
    insert: (editor, { address, words }) => {
      if (!isUploadedFile(address)) insertLink(editor, address, words || address);
      else
        insertEditorContent(editor, { type: 'document', attrs: { href: address, words: words || address } });
    },
  },
  video: {
    title: 'Insert video',
    schema: z.object({ address: z.string().refine(readVideoId, 'A link to a video on YouTube') }),
    fields: (
      <TextField<InsertionValues>
        name="address"
        label="Video address"
        placeholder="https://youtu.be/…"
        required
      />
    ),
    insert: (editor, { address }) => {
      const videoNode = makeVideoNode(address);
      if (videoNode) insertEditorContent(editor, videoNode);
    },
  },
};

/** The chosen words or the chosen picture become the link. */
function insertLink(editor: Editor, href: string, words: string) {
  if (setPictureLink(editor, href)) return;
  const commandChain = editor.chain().focus();
  if (!editor.state.selection.empty) commandChain.setLink({ href }).run();
  else
    commandChain
      .insertContent({ type: 'text', text: words, marks: [{ type: 'link', attrs: { href } }] })
      .run();
}

/** Inserts after the selection, and starts a paragraph below. */
export function insertEditorContent(editor: Editor, part: JSONContent) {
  const { to } = editor.state.selection;
  editor
    .chain()
    .focus()
    .insertContentAt(to, [part, { type: 'paragraph' }])
    .run();
}

type InsertDialogProps = { what: InsertionName; editor: Editor; onClose: () => void };

export function InsertDialog({ what, editor, onClose }: InsertDialogProps) {
  const { title, schema, fields, insert } = insertionKinds[what];
  const form = useSchemaForm(schema, { address: '', alt: '', caption: '', words: '' });
  const { isUploading } = useRunningUploads();

  const submitInsertion = form.handleSubmit((values) => {
    insert(editor, values);
    onClose();
  });
  return (
    <SubmitDialog
      title={title}
      form={form}
      onSubmit={submitInsertion}
      submitLabel="Insert"
      disabled={isUploading}
      onClose={onClose}
    >
      {fields}
    </SubmitDialog>
  );
}
