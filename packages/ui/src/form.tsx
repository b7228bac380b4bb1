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

/**
 * For this time a second press is ignored. A later press posts again, because browsers do not report that a
 * post was stopped.
 */
const DOUBLE_PRESS_MS = 2000;

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'onChange'> & {
  /**
   * Sends the form and returns the promise. It must read the fields, because their values may have changed
   * without an event.
   */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => unknown;
  /**
   * Reads values that came into fields without an event, if React holds the form's state. Somebody typed them
   * before hydration, or a browser, password manager or translator wrote them.
   */
  takeOver?: () => unknown;
  /** Shows a refused field. Default: focuses it. */
  showField?: ((field: HTMLInputElement) => void) | undefined;
};

/**
 * The form of the site and the office. Two presses submit it once, every error of `onSubmit` is shown, and a
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
  const sendFormOneAtATime = useOneAtATime((event: FormEvent<HTMLFormElement>) => {
    const showFailure = (error: unknown) => {
      console.error(error);
      setFailed(true);
    };
    setFailed(false);
    try {
      const submitOutcome = onSubmit?.(event);
      return submitOutcome instanceof Promise ? submitOutcome.catch(showFailure) : submitOutcome;
    } catch (error) {
      // Without this the browser would post the form itself, and one without an address to that of the page
      event.preventDefault();
      return showFailure(error);
    }
  });
  const lastPostTime = useRef(Number.NEGATIVE_INFINITY);

  const takeOverTypedNow = useEffectEvent(() => void takeOver?.());
  useLayoutEffect(() => takeOverTypedNow(), []);
  useEffect(() => {
    // Renders at once, so that a draft contains the values when the page is left
    const takeOverOnLeave = () => flushSync(() => takeOverTypedNow());
    addEventListener('pagehide', takeOverOnLeave);
    document.addEventListener('visibilitychange', takeOverOnLeave);
    return () => {
      removeEventListener('pagehide', takeOverOnLeave);
      document.removeEventListener('visibilitychange', takeOverOnLeave);
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
    const isDoublePress = event.timeStamp - lastPostTime.current < DOUBLE_PRESS_MS;
    if (isDoublePress || !sendFormOneAtATime(event)) event.preventDefault();
    else if (!event.isDefaultPrevented()) lastPostTime.current = event.timeStamp;
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
