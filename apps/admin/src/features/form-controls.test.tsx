import { type ContentKey, contentResources } from '@institute/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dates, makeStoredItem, openOffice } from '../testing/office.tsx';

/** Labels of the controls that have no `name` in the page, by their field. */
const labels: Record<string, string> = {
  content: 'Content',
  inMenu: 'In the menu',
  isActive: 'Status',
  isOpen: 'Open',
  publishAt: 'Publish at, in Kampala',
  remindsOfFees: 'Remind of fees',
  status: 'Status',
  type: 'Type',
};

test.each(Object.keys(contentResources) as ContentKey[])(
  'the form of %s has a control for each field of the contract',
  async (key) => {
    const { entity, listed, example, input } = contentResources[key];
    // Only what is planned has a time
    const planned = { status: 'scheduled', isActive: true };
    const computed = { excerpt: '', publishedAt: null, seatsLeft: 5, nextIntake: null };
    const item = { ...example, ...dates, ...computed, ...planned, id: 7 };
    await openOffice(`/admin/${key}?open=7`, {
      ...makeStoredItem(key, entity.parse(item), listed.parse(item)),
      'registrations.choices': { programs: [{ id: 1, name: 'Tailoring' }], intakes: [] },
    });
    const isAsked = (field: string) =>
      document.querySelector(`[name="${field}"], [name^="${field}."]`) !== null ||
      (labels[field] && screen.queryAllByLabelText(new RegExp(`^${labels[field]}(?: *\\*)?$`)).length > 0);
    await screen.findByRole('button', { name: /^(?:Save|Schedule)/ });
    if ('content' in input.shape) await screen.findByLabelText('Content', { selector: '[contenteditable]' });
    const missing = Object.keys(input.shape).filter((field) => !isAsked(field));
    const way = `Add a control to \`fields\` in the screen of ${key}, or its label here when it has no name`;
    expect(missing, way).toEqual([]);
  },
);
