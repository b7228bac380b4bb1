/** ARIA must not say again what HTML says ("ARIA in HTML", held by the Nu HTML checker). */
const saidByHtml = (name, attributes, isNative = () => true) => ({
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
    saidByHtml('button', ['aria-expanded'], (node) => node.hasAttribute('popovertarget')),
    saidByHtml('summary', ['aria-expanded']),
    saidByHtml('details', ['aria-expanded']),
    saidByHtml('dialog', ['aria-expanded']),
    saidByHtml('input', ['aria-checked'], isOfType('checkbox', 'radio')),
    saidByHtml('option', ['aria-selected']),
    saidByHtml('select', ['aria-multiselectable']),
    saidByHtml('progress', ['aria-valuemax', 'aria-valuemin', 'aria-valuenow']),
    saidByHtml('meter', ['aria-valuemax', 'aria-valuemin', 'aria-valuenow']),
  ],
};
