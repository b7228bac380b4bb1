/** ARIA must not repeat what HTML says by itself ("ARIA in HTML"; the Nu HTML checker reports this). */
const forbidRepeatedRole = (name, attributes, isNative = () => true) => ({
  [name]: {
    attributes: Object.fromEntries(
      attributes.map((attribute) => [
        attribute,
        { allowed: (node) => (isNative(node) ? 'HTML says this state itself' : null) },
      ]),
    ),
  },
});

const makeTypeCheck =
  (...types) =>
  (node) =>
    types.includes(node.getAttribute('type'));

/** Rules for the HTML of pages, checked by `html-validate`. */
export const htmlRules = {
  root: true,
  extends: ['html-validate:standard'],
  elements: [
    'html5',
    forbidRepeatedRole('button', ['aria-expanded'], (node) => node.hasAttribute('popovertarget')),
    forbidRepeatedRole('summary', ['aria-expanded']),
    forbidRepeatedRole('details', ['aria-expanded']),
    forbidRepeatedRole('dialog', ['aria-expanded']),
    forbidRepeatedRole('input', ['aria-checked'], makeTypeCheck('checkbox', 'radio')),
    forbidRepeatedRole('option', ['aria-selected']),
    forbidRepeatedRole('select', ['aria-multiselectable']),
    forbidRepeatedRole('progress', ['aria-valuemax', 'aria-valuemin', 'aria-valuenow']),
    forbidRepeatedRole('meter', ['aria-valuemax', 'aria-valuemin', 'aria-valuenow']),
  ],
};
