import { postText } from '@institute/contract/text';
import { Field } from '@institute/ui/field.tsx';
import { SkeletonBar } from '@institute/ui/skeleton.tsx';
import { lazy, Suspense } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useField } from '../../forms/fields.tsx';
import { countItems } from '../../ui/count-items.ts';

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'));

/** Needs a form with the field `content`. */
export function ContentField({ label }: { label: string }) {
  const { control, wrapper } = useField<{ content: string }>({ name: 'content', label, required: true });
  return (
    <Field {...wrapper}>
      <Suspense fallback={<SkeletonBar className="h-72 w-full" />}>
        <Controller
          control={control}
          name="content"
          render={({ field: { value, onChange, ref } }) => (
            <RichTextEditor label={wrapper.label} value={value} onChange={onChange} ref={ref} />
          )}
        />
      </Suspense>
      <p className="mt-1 text-sm text-muted">{countWords(useWatch({ control, name: 'content' }) ?? '')}</p>
    </Field>
  );
}

/** Signs alone, such as a dash, are no words. */
function countWords(html: string): string {
  const words = postText(html)
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return countItems(words, 'word');
}
