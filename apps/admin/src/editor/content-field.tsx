import { readPostText } from '@institute/contract/text';
import { SkeletonBar } from '@institute/ui/skeleton.tsx';
import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { ControlledField, type FieldProps } from '../forms/fields.tsx';
import { countItems } from '../ui/count-items.ts';

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'));
const MarkedTextEditor = lazy(() => import('./marked-text-editor.tsx'));

type ContentFieldProps<V extends FieldValues> = Pick<FieldProps<V>, 'name' | 'label'>;

/** The field for the text of a post or page. */
export const ContentField = <V extends FieldValues = never>(props: ContentFieldProps<V>) => (
  <EditorField {...props} Editor={RichTextEditor} toWords={readPostText} />
);

/** The field for a text with headings and lists that is stored as plain text. */
export const MarkedTextField = <V extends FieldValues = never>(props: ContentFieldProps<V>) => (
  <EditorField {...props} Editor={MarkedTextEditor} toWords={(text) => text} />
);

type EditorFieldProps<V extends FieldValues> = ContentFieldProps<V> & {
  Editor: ComponentType<ComponentProps<typeof MarkedTextEditor>>;
  toWords: (text: string) => string;
};

function EditorField<V extends FieldValues>({ name, label, Editor, toWords }: EditorFieldProps<V>) {
  return (
    <ControlledField<V, Path<V>> name={name} label={label} required>
      {({ value, onChange, ref }) => (
        <>
          <Suspense fallback={<SkeletonBar className="h-72 w-full" />}>
            <Editor label={label} value={value ?? ''} onChange={onChange} ref={ref} />
          </Suspense>
          <p className="mt-1 text-sm text-muted">{countWords(toWords(value ?? ''))}</p>
        </>
      )}
    </ControlledField>
  );
}

/** Punctuation alone, such as a dash, does not count as a word. */
function countWords(text: string): string {
  const wordCount = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return countItems(wordCount, 'word');
}
