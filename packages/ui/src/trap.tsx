import { TRAP } from '@institute/contract/forms.constants';

/** A field that nobody sees. Programs that fill in every field give themselves away; the server refuses them. */
export const Trap = () => (
  <div aria-hidden className="absolute -left-[999rem]">
    <input name={TRAP} aria-label="Leave this empty" tabIndex={-1} autoComplete="off" />
  </div>
);

/** True when the field was filled in. The browser must then post the form itself, so that the server refuses it and shows it again. */
export const isTrapped = (form: HTMLFormElement) => new FormData(form).get(TRAP) !== '';

/** Empties the field, so that a person whose browser filled it in can send the form again. */
export const emptyTrap = (form: HTMLFormElement) => {
  for (const input of form.querySelectorAll<HTMLInputElement>(`[name=${TRAP}]`)) input.value = '';
};
