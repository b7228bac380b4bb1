import { removeInvisible } from '@institute/contract/text';
import { CircleAlert } from 'lucide-react';
import {
  type ComponentProps,
  createContext,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  useContext,
  useId,
} from 'react';
import { cx } from './cx.ts';
import { isHalfTyped, useHalfTyped } from './half-typed.ts';

type FieldControlProps = {
  id: string;
  required: boolean | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

const FieldContext = createContext<FieldControlProps | null>(null);
const FieldCheckContext = createContext<(field: HTMLInputElement) => void>(() => undefined);

/** Connects a control to the `Field` around it. Props that the control has itself take precedence. */
export function useFieldControlProps<P extends object>(own: P): P & Partial<FieldControlProps> {
  const propsFromField = useContext(FieldContext);
  return { ...propsFromField, ...own };
}

/** A summary of errors links to this id. */
export const makeFieldId = (form: string, name: string): string => `${form}-${name}`;

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
};

export function Field({ label, hint, error: ownError, required, id, className, children }: FieldProps) {
  const generatedId = useId();
  const { fault, checkField } = useHalfTyped();
  const error = fault ?? ownError;
  const controlId = id ?? generatedId;
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = error ? `${controlId}-error` : undefined;

  return (
    <FieldContext
      value={{
        id: controlId,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
      }}
    >
      <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
        <div className="flex gap-1 text-base font-semibold">
          <label htmlFor={controlId}>{label}</label>
          {required && (
            <span aria-hidden className="text-clay-deep">
              *
            </span>
          )}
        </div>
        {hint && (
          <p id={hintId} className="text-sm text-muted">
            {hint}
          </p>
        )}
        <FieldCheckContext value={checkField}>{children}</FieldCheckContext>
        <FieldError id={errorId}>{error}</FieldError>
      </div>
    </FieldContext>
  );
}

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} data-clear className="flex items-start gap-1.5 text-sm font-medium text-clay-deep">
      <CircleAlert className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden />
      {children}
    </p>
  );
}

export const controlClass = cx(
  'w-full min-w-0 rounded-control border border-edge bg-card px-4 text-base text-ink',
  'transition-colors hover:border-ink disabled:bg-sand disabled:opacity-70',
  'aria-invalid:border-2 aria-invalid:border-danger [&[readonly]]:bg-sand',
);

/** Removes invisible characters from a pasted address, for which the browser would refuse it. */
function stripInvisibleFromEmail({ currentTarget: field }: FormEvent<HTMLInputElement>): void {
  const emailWithoutInvisible = removeInvisible(field.value);
  if (emailWithoutInvisible !== field.value) field.value = emailWithoutInvisible;
}

/**
 * True when the focus moves to a button of the form. An error that appears then would move the button away
 * from under the pointer.
 */
const isMovingToButton = ({
  currentTarget: { form },
  relatedTarget,
}: FocusEvent<HTMLInputElement>): boolean =>
  form !== null && relatedTarget instanceof HTMLButtonElement && relatedTarget.form === form;

export function Input({ className, ...own }: ComponentProps<'input'>) {
  const { onBlur, onInvalid, onKeyUp, ...props } = useFieldControlProps(own);
  const checkHalfTypedField = useContext(FieldCheckContext);
  const forgetHalfTypedFault = (field: HTMLInputElement) => {
    if (!isHalfTyped(field)) checkHalfTypedField(field);
  };
  return (
    <input
      translate="no"
      onInput={(event) => {
        if (props.type === 'email') stripInvisibleFromEmail(event);
        forgetHalfTypedFault(event.currentTarget);
      }}
      {...props}
      onBlur={(event) => {
        if (!isMovingToButton(event)) checkHalfTypedField(event.currentTarget);
        onBlur?.(event);
      }}
      onInvalid={(event) => {
        checkHalfTypedField(event.currentTarget);
        onInvalid?.(event);
      }}
      // Emptying a half-typed date changes no value, so there is no other event
      onKeyUp={(event) => {
        forgetHalfTypedFault(event.currentTarget);
        onKeyUp?.(event);
      }}
      className={cx(controlClass, 'h-12 md:h-11', className)}
    />
  );
}
