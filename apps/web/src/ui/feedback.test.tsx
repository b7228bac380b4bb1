import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button, IconButton } from './button.tsx';
import { ErrorState } from './error-state.tsx';
import { LazyToaster } from './lazy-toaster.tsx';
import { Progress } from './progress.tsx';
import { Skeleton, SkeletonGroup } from './skeleton.tsx';

test('a button at work refuses a second press and says so', () => {
  const html = renderToStaticMarkup(<Button pending>Submitting...</Button>);

  expect(html).toMatch(/^<button type="button" disabled="" aria-busy="true"/);
  expect(html).toContain('Submitting...');
});

test('a button that is a picture has a name', () => {
  expect(renderToStaticMarkup(<IconButton label="Open menu" />)).toContain('aria-label="Open menu"');
});

test('progress is read out in words', () => {
  const html = renderToStaticMarkup(<Progress label="Registration" value={2} max={5} text="Step 2 of 5" />);

  expect(html).toContain('role="progressbar"');
  expect(html).toContain('aria-valuenow="2"');
  expect(html).toContain('aria-valuetext="Step 2 of 5"');
});

test('placeholders are announced once and counted one by one', () => {
  const html = renderToStaticMarkup(
    <SkeletonGroup>
      <Skeleton />
      <Skeleton />
    </SkeletonGroup>,
  );

  expect(html.match(/role="status"/g)).toHaveLength(1);
  expect(html.match(/data-testid="skeleton"/g)).toHaveLength(2);
});

test('a failure offers another try when there is one', () => {
  expect(renderToStaticMarkup(<ErrorState onRetry={() => undefined} />)).toContain('Retry');
  expect(renderToStaticMarkup(<ErrorState />)).not.toContain('<button');
});

test('the toaster leaves no trace in a rendered page', () => {
  expect(renderToStaticMarkup(<LazyToaster />)).toBe('');
});
