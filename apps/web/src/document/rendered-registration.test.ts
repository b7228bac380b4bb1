import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listAnswer, listLinks, makeDataAnswer, readPage } from '../testing/server-page.ts';
import { site } from '../testing/site.ts';

const program = { id: 3, name: 'Weaving', duration: '6 weeks', price: 90_000 };
const withProgram = {
  '/programs/summaries?limit=1000': listAnswer([program]),
  '/programs/3': makeDataAnswer({ ...program, asks: [] }),
};

test('without a program the registration says so without scripts, and asks for nothing', async () => {
  const { getByRole } = await readPage('/registration');
  const main = within(getByRole('main'));
  expect(main.getByRole('heading', { level: 1 }).textContent).toBe(site.pages.registration.title);
  expect(main.getByRole('heading', { name: 'No course takes registrations now.' })).toBeTruthy();
  expect(main.queryByRole('textbox')).toBeNull();
  const { phones, ...others } = site.institute;
  const leadsTo = async (own: Partial<typeof site>) => {
    const page = await readPage('/registration', { '/site': makeDataAnswer({ ...site, ...own }) });
    const notice = within(page.getByRole('main')).getByRole('region', {
      name: 'No course takes registrations now.',
    });
    return listLinks(notice).map(([, href]) => href?.split('?')[0]);
  };
  expect(await leadsTo({})).toEqual(['tel:+256700000001', 'https://wa.me/256700000009', '/newsletter']);
  const silent = { ...others, phones: [], chatPhone: '' };
  expect(await leadsTo({ institute: silent, newsletter: { isOpen: false, intro: '' } })).toEqual([
    '/contact',
  ]);
});

test('without scripts the review begins with what is needed, and counts it once something was sent', async () => {
  const readNeeded = ({ getByRole }: Awaited<ReturnType<typeof readPage>>) => {
    const status = within(getByRole('region', { name: 'Review & Submit' })).queryByRole('status');
    return status && [status.querySelector('p')?.textContent, ...listLinks(status).map(([, href]) => href)];
  };
  expect(readNeeded(await readPage('/registration', withProgram))).toEqual([
    'These are needed',
    '#registration-firstName',
    '#registration-lastName',
    '#registration-phone',
    '#registration-programId',
  ]);
  const values = { firstName: 'Ann', oneName: 'true', programId: '3' };
  const sent = (more: object) => ({
    posted: { path: '/registration', message: '', faults: [], values: { ...values, ...more } },
  });
  expect(readNeeded(await readPage('/registration', withProgram, sent({})))).toEqual([
    '1 thing is still needed',
    '#registration-phone',
  ]);
  const whole = sent({ phone: '0700 123 456' });
  expect(readNeeded(await readPage('/registration', withProgram, whole))).toBeNull();
});

test('without scripts the form lists what the program of the address or of a posted form asks for', async () => {
  const asks = [
    { id: 'card', kind: 'document', label: 'Identity card', help: null, options: [], needed: 'start' },
  ].map((ask) => ({ ...ask, onlyIf: null, isPrivate: false }));
  const answers = { ...withProgram, '/programs/3': makeDataAnswer({ ...program, asks }) };
  const readNeeded = ({ queryByRole }: Awaited<ReturnType<typeof readPage>>) =>
    queryByRole('list', { name: 'You will need' })?.textContent;
  const posted = (values: object) => ({
    posted: { path: '/registration', message: '', faults: [], values: { firstName: 'Ann', ...values } },
  });
  expect(readNeeded(await readPage('/registration?program=3', answers))).toBe(
    'Identity cardbefore the start',
  );
  const again = await readPage('/registration', answers, posted({ programId: '3' }));
  expect(readNeeded(again)).toBe('Identity cardbefore the start');
  const button = within(again.getByRole('main')).getByRole('button', { name: /^See what you will need/ });
  expect([button.getAttribute('formaction'), button.closest('.without-script')]).toEqual([
    '/registration#step-1',
    button,
  ]);
  // The Enter key presses the first of them
  const submits = again.document.querySelectorAll('form[action="/registration"] [type=submit]');
  expect(submits[0]?.textContent).toBe('Submit');
  for (const page of [
    await readPage('/registration', answers),
    await readPage('/registration?program=4', answers),
    await readPage('/registration', answers, posted({ programId: '' })),
  ])
    expect(readNeeded(page)).toBeUndefined();
});

test('after a registration the page leads to its status, the programs and home', async () => {
  const { getByRole } = await readPage('/registration-success');
  expect(getByRole('heading', { level: 1 }).textContent).toBe('Registration Successful!');
  expect(listLinks(getByRole('main')).map(([, to]) => to)).toEqual([
    '/registration/status',
    '/registration/mine',
    '/programs',
    '/',
  ]);
});
