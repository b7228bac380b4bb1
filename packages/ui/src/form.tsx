import {
  type ComponentProps,
  type FormEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import { refuseHalfTyped } from './half-typed.ts';
import { useOneAtATime } from './one-at-a-time.ts';

/** Browsers do not tell that a post was stopped, so a later press posts again. */
const DOUBLE_PRESS_MS = 2000;

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'onChange'> & {
  /** Returns the promise of what it sends. It reads the fields, which may have values that caused no event. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => unknown;
  /**
   * Takes over what is in fields without an event, when React holds the form's state. Somebody typed it before
   * hydration, or a browser, password manager or translator wrote it.
   */
  takeOver?: () => unknown;
  /** Leads to a field that is refused. By default it gets the focus. */
  showField?: ((field: HTMLInputElement) => void) | undefined;
};

/**
 * Every form of the site and the office. Two presses submit it once, no error of `onSubmit` stays silent, and a
 * half-typed date or number is not sent as an empty one.
 */
export function Form({
  onSubmit,
  takeOver,
  showField = (field) => field.focus(),
  onFocus,
  children,
  ...props
}: FormProps) {
  const [hasFailed, setFailed] = useState(false);
  const send = useOneAtATime((event: FormEvent<HTMLFormElement>) => {
    const showFailure = (error: unknown) => {
      console.error(error);
      setFailed(true);
    };
    setFailed(false);
    try {
      const outcome = onSubmit?.(event);
      return outcome instanceof Promise ? outcome.catch(showFailure) : outcome;
    } catch (error) {
      // A form without an address would be sent to that of the page
      event.preventDefault();
      return showFailure(error);
    }
  });
  const postedAt = useRef(Number.NEGATIVE_INFINITY);

  const takeNow = useEffectEvent(() => void takeOver?.());
  useLayoutEffect(() => takeNow(), []);
  useEffect(() => {
    // Drawn at once, so that a draft has it when the page is left
    const leaveForm = () => flushSync(() => takeNow());
    addEventListener('pagehide', leaveForm);
    document.addEventListener('visibilitychange', leaveForm);
    return () => {
      removeEventListener('pagehide', leaveForm);
      document.removeEventListener('visibilitychange', leaveForm);
    };
  }, []);

  const submitOnce = (event: FormEvent<HTMLFormElement>) => {
    // The form of a dialog may be nested in another form, which must not get the event
    event.stopPropagation();
    const [halfTyped] = refuseHalfTyped(event.currentTarget);
    if (halfTyped) {
      event.preventDefault();
      return showField(halfTyped);
    }
    const isPosting = event.timeStamp - postedAt.current < DOUBLE_PRESS_MS;
    if (isPosting || !send(event)) event.preventDefault();
    else if (!event.isDefaultPrevented()) postedAt.current = event.timeStamp;
  };
  return (
    <form
      {...props}
      onFocus={(event) => {
        takeOver?.();
        onFocus?.(event);
      }}
      // Rendering a change of one field would overwrite values of others that caused no event
      onChange={() => void takeOver?.()}
      onSubmit={submitOnce}
    >
      {children}
      {hasFailed && <FailedSubmit hasAddress={props.action !== undefined} />}
    </form>
  );
}

const FailedSubmit = ({ hasAddress }: { hasAddress: boolean }) => (
  <div role="alert" className="mt-4 flex flex-col items-start gap-3 text-danger">
    <p className="font-semibold">
      Something went wrong. Your answers are kept. Try again{hasAddress && ', or send without scripts'}.
    </p>
    {hasAddress && (
      <Button variant="outline" onClick={({ currentTarget }) => currentTarget.form?.submit()}>
        Send without scripts
      </Button>
    )}
  </div>
);
