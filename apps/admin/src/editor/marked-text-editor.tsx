import type { ComponentProps } from 'react';
import { markedTextFormat } from './marked-text.ts';
import RichTextEditor from './rich-text-editor.tsx';

export default function MarkedTextEditor(props: Omit<ComponentProps<typeof RichTextEditor>, 'format'>) {
  return <RichTextEditor {...props} format={markedTextFormat} />;
}
