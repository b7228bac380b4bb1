import type { Registration } from '@institute/contract';
import { fillTemplate } from '@institute/contract/message-template';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';

export type MessageText = { title: string; text: string };
type Addressee = Pick<Registration, 'firstName' | 'program' | 'reference'>;

export function useMessage({ firstName, program, reference }: Addressee, kept: MessageText | undefined) {
  const { data: templates = [] } = admin.registrations.templates.useQuery();
  const [typed, setText] = useState(kept ?? { title: '', text: '' });
  /** True when the text was edited and not sent yet. */
  const [isTyped, setTyped] = useState(kept !== undefined);
  const values = { name: firstName, program: program?.name ?? '', reference };
  return {
    templates,
    ...typed,
    typed,
    isTyped,
    choose: (chosen: string) => {
      const template = templates.find((one) => one.title === chosen);
      setText({ title: chosen, text: template ? fillTemplate(template.text, values) : '' });
      setTyped(false);
    },
    write: (text: string) => {
      setText({ ...typed, text });
      setTyped(true);
    },
    restore: (kept: MessageText) => {
      setText(kept);
      setTyped(true);
    },
    markSent: () => setTyped(false),
  };
}

export type Message = ReturnType<typeof useMessage>;
