import type { Registration } from '@institute/contract';
import { fillTemplate } from '@institute/contract/message-template';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';

type Addressee = Pick<Registration, 'firstName' | 'program' | 'reference'>;

/** A message to an applicant: chosen among the site's templates, filled in, and edited before it is sent. */
export function useMessage({ firstName, program, reference }: Addressee) {
  const { data: templates = [] } = admin.registrations.templates.useQuery();
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  /** True when it was edited and not sent yet. */
  const [isTyped, setTyped] = useState(false);
  const values = { name: firstName, program: program?.name ?? '', reference };
  return {
    templates,
    title,
    text,
    isTyped,
    choose: (chosen: string) => {
      const template = templates.find((one) => one.title === chosen);
      setTitle(template?.title ?? '');
      setText(template ? fillTemplate(template.text, values) : '');
      setTyped(false);
    },
    write: (typed: string) => {
      setText(typed);
      setTyped(true);
    },
    markSent: () => setTyped(false),
  };
}

export type Message = ReturnType<typeof useMessage>;
