import { SPAM_TRAP_FIELD } from '@institute/contract/forms.constants';

/** A hidden field. Programs fill it in, and the server refuses their forms. */
export const HiddenTrapField = () => (
  <div aria-hidden className="absolute -left-[999rem]">
    <input name={SPAM_TRAP_FIELD} aria-label="Leave this empty" tabIndex={-1} autoComplete="off" />
  </div>
);

/**
 * True when the hidden field is filled in. The browser must then post the form itself: the server refuses it
 * and shows it again.
 */
export const isTrapped = (form: HTMLFormElement) => new FormData(form).get(SPAM_TRAP_FIELD) !== '';

/** Lets a person send the form again whose browser filled the field in. */
export const emptyTrapField = (form: HTMLFormElement) => {
  for (const input of form.querySelectorAll<HTMLInputElement>(`[name=${SPAM_TRAP_FIELD}]`)) input.value = '';
};
