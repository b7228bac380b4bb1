import { type ComponentProps, type FormEvent, useRef } from 'react';
import { useOneAtATime } from './one-at-a-time.ts';

/** A browser does not tell that it was stopped while it posts a form, so a later press posts again. */
const DOUBLE_PRESS_MS = 2000;

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  /** Returns the promise of what it sends. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => unknown;
};

/** Every form of the site and the office. Two presses submit it once. */
export function Form({ onSubmit, ...props }: FormProps) {
  const send = useOneAtATime((event: FormEvent<HTMLFormElement>) => onSubmit?.(event));
  const postedAt = useRef(Number.NEGATIVE_INFINITY);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    // the form of a dialog may stand in another form, which must not get the event
    event.stopPropagation();
    const isPosting = event.timeStamp - postedAt.current < DOUBLE_PRESS_MS;
    if (isPosting || !send(event)) event.preventDefault();
    else if (!event.isDefaultPrevented()) postedAt.current = event.timeStamp;
  };
  return <form {...props} onSubmit={submit} />;
}
