import { TRAP } from '@institute/contract/common.constants';

/** A field that nobody sees. Programs that fill in every field give themselves away; the server refuses them. */
export const Trap = () => (
  <div aria-hidden className="absolute -left-[999rem]">
    <input name={TRAP} aria-label="Leave this empty" tabIndex={-1} autoComplete="off" />
  </div>
);

/** Then the browser must post the form itself, so that the server refuses it and shows it again. */
export const isTrapped = (form: HTMLFormElement) => new FormData(form).get(TRAP) !== '';

/** Lets a person send the form again whose browser has filled in the hidden field. */
export const emptyTrap = (form: HTMLFormElement) => {
  for (const input of form.querySelectorAll<HTMLInputElement>(`[name=${TRAP}]`)) input.value = '';
};
