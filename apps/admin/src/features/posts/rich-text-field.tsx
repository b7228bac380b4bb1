import { Field } from '@institute/ui/field.tsx';
import { SkeletonBar } from '@institute/ui/skeleton.tsx';
import { lazy, Suspense } from 'react';
import { Controller, type FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from '../../forms/fields.tsx';

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'));

export function RichTextField<V extends FieldValues>(props: FieldProps<V>) {
  const { control, wrapper } = useField(props);
  return (
    <Field {...wrapper}>
      <Suspense fallback={<SkeletonBar className="h-72 w-full" />}>
        <Controller
          control={control}
          name={props.name}
          render={({ field: { value, onChange, ref } }) => (
            <RichTextEditor label={props.label} value={value ?? ''} onChange={onChange} ref={ref} />
          )}
        />
      </Suspense>
    </Field>
  );
}
