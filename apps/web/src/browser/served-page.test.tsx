import { afterEach, expect, test } from 'vitest';
import { captureServedPage } from './served-page.ts';

// Other test files ask this one
const { body } = document;
afterEach(() => {
  document.body.replaceWith(body);
  document.head.innerHTML = '';
  body.innerHTML = '';
});

test('puts the page back as it was sent, with what was typed since, and without running scripts again', () => {
  document.documentElement.lang = 'en';
  document.head.innerHTML =
    '<title>Contact</title><meta name="viewport" content="width=device-width"><script>globalThis.ran = 1</script>';
  document.body.innerHTML = `<form><input name="name"><input type="checkbox" name="consent">
    <select name="program"><option value="1">One</option><option value="2">Two</option></select>
    <textarea name="message"></textarea><input type="hidden" name="token" value="t"></form>`;
  const putBack = captureServedPage();

  const [name, consent] = document.querySelectorAll('input');
  const program = document.querySelector('select');
  const message = document.querySelector('textarea');
  if (!name || !consent || !program || !message) throw new Error('A field is missing');
  name.value = 'Ann';
  consent.checked = true;
  program.value = '2';
  message.value = 'Hello';
  document.documentElement.removeAttribute('lang');
  document.head.innerHTML = '<title>Something went wrong</title>';
  document.body.innerHTML = '<h1>Something went wrong</h1>';

  putBack();
  expect(document.documentElement.lang).toBe('en');
  expect([document.title, document.querySelectorAll('title').length]).toEqual(['Contact', 1]);
  expect(document.querySelector('meta[name=viewport]')).not.toBeNull();
  const form = document.forms[0] as HTMLFormElement;
  expect(Object.fromEntries(new FormData(form))).toEqual({
    name: 'Ann',
    consent: 'on',
    program: '2',
    message: 'Hello',
    token: 't',
  });
  expect(document.body.textContent).not.toContain('Something went wrong');
});
