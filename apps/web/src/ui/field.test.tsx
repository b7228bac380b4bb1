import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Checkbox } from './checkbox.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { Select } from './select.tsx';

test('ties label, control, hint and error together', () => {
  const html = renderToStaticMarkup(
    <Field id="phone" label="Phone" hint="With the country code" error="Phone is required" required>
      <Input name="phone" type="tel" />
    </Field>,
  );

  expect(html).toContain('<label for="phone">Phone</label>');
  expect(html).toMatch(/<input[^>]* id="phone"/);
  expect(html).toContain('required=""');
  expect(html).toContain('aria-invalid="true"');
  expect(html).toContain('aria-describedby="phone-error phone-hint"');
  expect(html).toMatch(/<p id="phone-hint"[^>]*>With the country code</);
  expect(html).toMatch(/<p id="phone-error"/);
});

test('says nothing of faults while there is none', () => {
  const html = renderToStaticMarkup(
    <Field label="Category">
      <Select name="category">
        <option value="">All</option>
      </Select>
    </Field>,
  );

  expect(html).not.toContain('aria-invalid=');
  expect(html).not.toContain('aria-describedby=');
});

test('ties a tick box to its own error', () => {
  const html = renderToStaticMarkup(<Checkbox id="consent" label="I agree" error="Please agree" />);

  expect(html).toContain('aria-describedby="consent-error"');
  expect(html).toContain('<p id="consent-error"');
});
