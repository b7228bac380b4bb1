import type { FieldValues } from 'react-hook-form';
import { type FieldProps, LongTextField } from '../admin-content/fields.tsx';

export function RichTextField<V extends FieldValues>(props: FieldProps<V>) {
  return <LongTextField<V> {...props} rows={12} />;
}
