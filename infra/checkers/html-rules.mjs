/** ARIA must not say again what HTML says ("ARIA in HTML", held by the Nu HTML checker). */
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

const isOfType =
  (...types) =>
  (node) =>
    types.includes(node.getAttribute('type'));

/** Rules of the pages' HTML for `html-validate`. */
export const htmlRules = {
  root: true,
  extends: ['html-validate:standard'],
  elements: [
    'html5',
    forbidRepeatedRole('button', ['aria-expanded'], (node) => node.hasAttribute('popovertarget')),
    forbidRepeatedRole('summary', ['aria-expanded']),
    forbidRepeatedRole('details', ['aria-expanded']),
    forbidRepeatedRole('dialog', ['aria-expanded']),
    forbidRepeatedRole('input', ['aria-checked'], isOfType('checkbox', 'radio')),
    forbidRepeatedRole('option', ['aria-selected']),
    forbidRepeatedRole('select', ['aria-multiselectable']),
    forbidRepeatedRole('progress', ['aria-valuemax', 'aria-valuemin', 'aria-valuenow']),
    forbidRepeatedRole('meter', ['aria-valuemax', 'aria-valuemin', 'aria-valuenow']),
  ],
};
