import { renderWithoutScript } from '@institute/ui/testing/render-without-script.ts';
import { act, fireEvent, render as renderInBrowser, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Carousel } from './carousel.tsx';
import { useSharedRotation } from './rotation.ts';

const highlights = (...items: string[]) => (
  <Carousel
    label="Highlights"
    items={items}
    itemKey={(item) => item}
    rotation={{ count: 0, hold: () => undefined }}
    renderItem={(item) => <h2>{item}</h2>}
  />
);
const render = (...items: string[]) => renderWithoutScript(highlights(...items));

test('all slides can be reached without scripts, and a link leads to each', () => {
  const container = render('Learn', 'Earn', 'Grow', 'Give');

  const carousel = screen.getByRole('region', { name: 'Highlights' });
  expect(carousel.getAttribute('aria-roledescription')).toBe('carousel');
  const slides = within(carousel).getAllByRole('group');
  expect(slides.map((slide) => slide.getAttribute('aria-label'))).toEqual([
    '1 of 4',
    '2 of 4',
    '3 of 4',
    '4 of 4',
  ]);
  expect(slides.some((slide) => slide.hasAttribute('inert'))).toBe(false);
  expect(slides.every((slide) => slide.getAttribute('aria-roledescription') === 'slide')).toBe(true);
  const targets = screen.getAllByRole<HTMLAnchorElement>('link').map(({ hash }) => hash);
  expect(targets.map((hash) => container.querySelector(hash))).toEqual(slides);
});

test('labels its controls, the pause control first', () => {
  render('Learn', 'Earn');

  const controls = screen.getByRole('region').querySelectorAll('button, a');
  expect(Array.from(controls, (control) => control.getAttribute('aria-label'))).toEqual([
    'Pause rotation',
    'Previous slide',
    'Next slide',
    'Go to slide 1',
    'Go to slide 2',
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
  expect(screen.queryByRole('link')).toBeNull();
});

describe('two carousels that turn together', () => {
  function Both() {
    const rotation = useSharedRotation();
    return (['Highlights', 'Programs'] as const).map((label) => (
      <Carousel
        key={label}
        label={label}
        items={label === 'Programs' ? [1, 2, 3, 4] : [1, 2, 3]}
        itemKey={(item) => item}
        rotation={rotation}
        renderItem={(item) => item}
      />
    ));
  }
  const carousel = (name: string) => screen.getByRole('region', { name });
  const press = (name: string) => fireEvent.click(within(carousel('Highlights')).getByLabelText(name));
  /** Returns the slides of both. */
  const slidesAfter = (ms: number) => {
    act(() => vi.advanceTimersByTime(ms));
    return ['Highlights', 'Programs'].map(
      (name) => carousel(name).querySelector('[role=group]:not([inert])')?.textContent,
    );
  };
  beforeEach(() => {
    vi.useFakeTimers();
    renderInBrowser(<Both />);
  });
  afterEach(() => vi.useRealTimers());

  test('change every 5 seconds and begin again, each after its own last slide', () => {
    expect(slidesAfter(4999)).toEqual(['1', '1']);
    expect(slidesAfter(1)).toEqual(['2', '2']);
    expect(slidesAfter(10_000)).toEqual(['1', '4']);
    expect(slidesAfter(5000)).toEqual(['2', '1']);
  });

  test('have arrows that wrap and dots, which change only their own', () => {
    for (const [control, slide] of [
      ['Previous slide', '3'],
      ['Next slide', '1'],
      ['Go to slide 2', '2'],
    ] as const) {
      press(control);
      expect(slidesAfter(1000)).toEqual([slide, '1']);
    }
    // It turns after a full interval
    expect(slidesAfter(3999)[0]).toBe('2');
    expect(slidesAfter(1)[0]).toBe('3');
  });

  test('stay while one is pointed at or a control has the focus', () => {
    fireEvent.pointerEnter(carousel('Highlights'), { pointerType: 'mouse' });
    const next = within(carousel('Highlights')).getByRole('button', { name: 'Next slide' });
    act(() => next.focus());
    expect(slidesAfter(20_000)).toEqual(['1', '1']);
    fireEvent.pointerLeave(carousel('Highlights'));
    expect(slidesAfter(20_000)).toEqual(['1', '1']);
    act(() => next.blur());
    expect(slidesAfter(5000)).toEqual(['2', '2']);
  });

  test('turn without the paused one, until it is started', () => {
    press('Pause rotation');
    expect(slidesAfter(5000)).toEqual(['1', '2']);
    press('Start rotation');
    expect(slidesAfter(5000)[0]).toBe('2');
  });
});

test('does not turn with reduced motion, until it is started', () => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  renderInBrowser(highlights('Learn', 'Earn'));
  act(() => vi.advanceTimersByTime(20_000));
  expect(screen.getByRole('group', { name: '1 of 2' }).inert).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Start rotation' }));
  act(() => vi.advanceTimersByTime(5000));
  expect(screen.getByRole('group', { name: '1 of 2' }).inert).toBe(true);
  vi.useRealTimers();
});
