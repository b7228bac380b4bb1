import { type ContentKey, contentResources } from '@institute/contract';
import { place } from '@institute/contract/place';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dates, makeStoredItem, openOffice } from '../testing/office.tsx';

/** Labels of the controls that have no `name` in the page, by their field. */
const labels: Record<string, string> = {
  content: 'Content',
  description: 'Description',
  inMenu: 'In the menu',
  isActive: 'Status',
  isOpen: 'Open',
  publishAt: `Publish at, in ${place.city}`,
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
    // The editor comes after the form
    const editor = key === 'programs' ? 'Description' : 'content' in input.shape && 'Content';
    if (editor) await screen.findByLabelText(editor, { selector: '[contenteditable]' });
    const missing = Object.keys(input.shape).filter((field) => !isAsked(field));
    const way = `Add a control to \`fields\` in the screen of ${key}, or its label here when it has no name`;
    expect(missing, way).toEqual([]);
  },
);

test.each(Object.keys(contentResources) as ContentKey[])(
  'the form of %s is a page when it has more than eight fields',
  async (key) => {
    const { entity, listed, example, input } = contentResources[key];
    const computed = { excerpt: '', publishedAt: null, seatsLeft: 5, nextIntake: null };
    const item = { ...example, ...dates, ...computed, id: 7 };
    const office = await openOffice(`/admin/${key}?open=7`, {
      ...makeStoredItem(key, entity.parse(item), listed.parse(item)),
      'registrations.choices': { programs: [{ id: 1, name: 'Tailoring' }], intakes: [] },
    });
    await screen.findByRole('heading', { name: /^Edit / });
    // The fields of publishing are one control
    const fields = Object.keys(input.shape).filter((name) => !['status', 'publishAt'].includes(name));
    const isLong = fields.length > 8;
    if (isLong) expect(office.address(), 'give its `form` a `page`').toBe(`/admin/${key}/7`);
    expect(screen.queryByRole('dialog') === null).toBe(office.address() === `/admin/${key}/7`);
  },
);
