import { readPostText } from '@institute/contract/text';
import { SkeletonBar } from '@institute/ui/skeleton.tsx';
import { lazy, Suspense } from 'react';
import { ControlledField } from '../../forms/fields.tsx';
import { countItems } from '../../ui/count-items.ts';

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'));

/** Needs a form with the field `content`. */
export function ContentField({ label }: { label: string }) {
  return (
    <ControlledField<{ content: string }, 'content'> name="content" label={label} required>
      {({ value, onChange, ref }) => (
        <>
          <Suspense fallback={<SkeletonBar className="h-72 w-full" />}>
            <RichTextEditor label={label} value={value} onChange={onChange} ref={ref} />
          </Suspense>
          <p className="mt-1 text-sm text-muted">{countWords(value ?? '')}</p>
        </>
      )}
    </ControlledField>
  );
}

/** Signs alone, such as a dash, are no words. */
function countWords(html: string): string {
  const words = readPostText(html)
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return countItems(words, 'word');
}
