import { siteIsBusy } from '@institute/contract/forms.constants';
import { takeToasts } from '@institute/ui/toast.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { pressTwice, refusalAnswer, renderPart } from '../../testing/render-part.tsx';
import { ContactForm } from './contact-form.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(takeToasts(() => undefined));
});
afterEach(() => vi.useRealTimers());
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: false });

const texts = { Name: 'Ann', Email: 'ann@example.org', Subject: 'Fees', Message: 'How much?' };
const button = () => screen.getByRole('button', { name: 'Send Message' });

test('a message that the site is too busy for keeps its text and is sent by itself, once', async () => {
  let tokens = 0;
  let messages = 0;
  const { sent } = await renderPart(<ContactForm posted={undefined} />, {
    'POST /contact/token': () => {
      tokens += 1;
      return tokens === 1
        ? refusalAnswer(503, 'Busy')
        : { status: 201, body: { data: { token: `t${tokens}`, usableAfter: 1 } } };
    },
    'POST /contact': () => {
      messages += 1;
      return messages === 1 ? refusalAnswer(503, 'Busy') : { status: 201, body: { data: { id: 1 } } };
    },
  });
  for (const [label, value] of Object.entries(texts)) {
    fireEvent.focus(field(label));
    await pass(0);
    fireEvent.change(field(label), { target: { value } });
  }
  fireEvent.submit(button());
  await pass(2000);
  expect(screen.getByText(siteIsBusy.other)).toBeTruthy();
  expect(field('Message').value).toBe('How much?');

  await pass(60_000);
  expect(screen.queryByText(siteIsBusy.other)).toBeNull();
  expect(field('Message').value).toBe('');
  const [first, second, ...others] = sent.filter(({ call }) => call === 'POST /contact');
  expect(others).toEqual([]);
  expect(first?.headers['form-token']).toBe('t2');
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
});

test('two presses send one message, and the same text can be sent again later', async () => {
  const { sent } = await renderPart(<ContactForm posted={undefined} />, {
    'POST /contact/token': () => refusalAnswer(503, 'Busy'),
    'POST /contact': () => ({ status: 201, body: { data: { id: 1 } } }),
  });
  const keys = () =>
    sent.filter(({ call }) => call === 'POST /contact').map(({ headers }) => headers['idempotency-key']);
  for (let times = 1; times <= 2; times += 1) {
    for (const [label, value] of Object.entries(texts)) fireEvent.change(field(label), { target: { value } });
    await pressTwice(button());
    await pass(60_000);
    expect(field('Message').value).toBe('');
    expect(new Set(keys()).size).toBe(times);
    expect(keys()).toHaveLength(times);
  }
});

test('sends what was typed before the scripts came, and what was filled in without an event', async () => {
  const answers = {
    'POST /contact/token': () => refusalAnswer(503, 'Busy'),
    'POST /contact': () => ({ status: 201, body: { data: { id: 1 } } }),
  };
  const { sent } = await renderPart(<ContactForm posted={undefined} />, answers, () => {
    field('Message').value = 'How much?';
  });
  for (const [label, value] of Object.entries(texts)) field(label).value ||= value;
  fireEvent.submit(button());
  await pass(60_000);
  const body = { name: 'Ann', email: 'ann@example.org', subject: 'Fees', message: 'How much?' };
  expect(sent.find(({ call }) => call === 'POST /contact')).toMatchObject({ body });
});

test('marks what is missing or wrong, says so beside the button, and sends nothing', async () => {
  const { sent } = await renderPart(<ContactForm posted={undefined} />, {});
  fireEvent.change(field('Name'), { target: { value: 'Ann' } });
  fireEvent.change(field('Email'), { target: { value: 'ann' } });
  fireEvent.submit(button());
  await pass(0);
  const marked = Object.keys(texts).map((label) => field(label).getAttribute('aria-invalid'));
  expect(marked).toEqual([null, 'true', 'true', 'true']);
  expect(document.activeElement).toBe(field('Email'));
  expect(screen.getByText('Enter a valid email address')).toBeTruthy();
  expect(screen.getByText('It was not sent: some answers need a correction.')).toBeTruthy();
  expect(button().closest('form')?.noValidate).toBe(true);
  expect(sent.filter(({ call }) => call === 'POST /contact')).toEqual([]);
});

test('a line beside the button stays after a failure, and thanks after the next try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  let isDown = true;
  await renderPart(<ContactForm posted={undefined} />, {
    'POST /contact/token': () => refusalAnswer(500, 'Down'),
    'POST /contact': () => (isDown ? refusalAnswer(500, 'Down') : { status: 201, body: { data: { id: 1 } } }),
  });
  for (const [label, value] of Object.entries(texts)) fireEvent.change(field(label), { target: { value } });
  fireEvent.submit(button());
  await pass(60_000);
  expect(screen.getByText(/^It was not sent\. What you wrote is still here/)).toBeTruthy();
  isDown = false;
  fireEvent.submit(button());
  await pass(60_000);
  expect(screen.queryByText(/was not sent/)).toBeNull();
  expect(screen.getByText('Thank you. We have your message and answer you by email.')).toBeTruthy();
});

test('what is refused and no field shows stands beside the button', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  const details = [{ path: 'locale', message: 'No such language' }];
  await renderPart(<ContactForm posted={undefined} />, {
    'POST /contact/token': () => refusalAnswer(500, 'Down'),
    'POST /contact': () => refusalAnswer(400, 'Some of the fields are not right', details),
  });
  for (const [label, value] of Object.entries(texts)) fireEvent.change(field(label), { target: { value } });
  fireEvent.submit(button());
  await pass(60_000);
  expect(
    screen.getByText(
      'It was not sent: some answers need a correction. Locale: No such language. If you see no such field, load this page again.',
    ),
  ).toBeTruthy();
});
