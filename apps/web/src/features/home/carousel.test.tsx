import { renderWithoutScript } from '@institute/ui/testing/render-without-script.ts';
import { render as renderInBrowser, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Carousel } from './carousel.tsx';

const highlights = (...items: string[]) => (
  <Carousel
    label="Highlights"
    items={items}
    itemKey={(item) => item}
    renderItem={(item, { near }) => <h2 data-near={near}>{item}</h2>}
  />
);
const render = (...items: string[]) => renderWithoutScript(highlights(...items));

class OnScreen {
  readonly #look: (entries: { isIntersecting: boolean }[]) => void;

  constructor(look: (entries: { isIntersecting: boolean }[]) => void) {
    this.#look = look;
  }

  observe(): void {
    this.#look([{ isIntersecting: true }]);
  }

  disconnect(): void {}
}
afterEach(() => vi.unstubAllGlobals());

test('shows the first slide on the server and hides the others', () => {
  render('Learn', 'Earn', 'Grow', 'Give');

  const carousel = screen.getByRole('region', { name: 'Highlights' });
  expect(carousel.getAttribute('aria-roledescription')).toBe('carousel');
  const slides = within(carousel).getAllByRole('group', { name: /^\d of 4$/ });
  expect(slides.map((slide) => slide.getAttribute('aria-label'))).toEqual([
    '1 of 4',
    '2 of 4',
    '3 of 4',
    '4 of 4',
  ]);
  expect(slides.map((slide) => slide.hasAttribute('inert'))).toEqual([false, true, true, true]);
  expect(slides.every((slide) => slide.getAttribute('aria-roledescription') === 'slide')).toBe(true);
});

const near = () => screen.getAllByRole('heading', { hidden: true }).map((heading) => heading.dataset.near);

test('tells only the first slide to load its image before somebody scrolls to it', () => {
  render('Learn', 'Earn', 'Grow', 'Give');

  expect(near()).toEqual(['true', 'false', 'false', 'false']);
});

test('tells the slides beside the shown one to load their images when it is on the screen', () => {
  vi.stubGlobal('IntersectionObserver', OnScreen);
  renderInBrowser(highlights('Learn', 'Earn', 'Grow', 'Give'));

  expect(near()).toEqual(['true', 'true', 'false', 'true']);
});

test('labels its controls, the pause control first', () => {
  render('Learn', 'Earn', 'Grow');

  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Pause rotation',
    'Previous slide',
    'Next slide',
    'Go to slide 1',
    'Go to slide 2',
    'Go to slide 3',
  ]);
});

test('announces nothing while it rotates by itself', () => {
  const container = render('Learn', 'Earn');
  const live = Array.from(container.querySelectorAll('[aria-live]'), (one) => one.getAttribute('aria-live'));
  expect(live).toEqual(['off']);
});

test('has no controls for a single slide', () => {
  render('Learn');
  expect(screen.queryByRole('button')).toBeNull();
});
