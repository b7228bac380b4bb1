declare global {
  interface Window {
    /** Carousel buttons that were tapped before the scripts came, in this order. */
    earlyTaps?: HTMLElement[];
  }
}

/**
 * Runs as an inline script. Until a control is hydrated, a chosen filter submits its form and a tapped
 * carousel shows another slide. The hydrated carousel repeats the taps, so that its state matches.
 */
function takeEarlyTaps() {
  const taps: HTMLElement[] = [];
  window.earlyTaps = taps;
  // React adds a property to hydrated elements; a hydrated filter applies its values itself
  const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'));

  addEventListener('change', ({ target }) => {
    const { form } = target as HTMLSelectElement;
    if (form?.matches('main [method=get]') && !isHydrated(form)) form.submit();
  });
  addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLElement>(
        '[aria-roledescription=carousel] button[aria-controls]',
      );
      const slides = Array.from(
        document.getElementById(button?.getAttribute('aria-controls') ?? '')?.children ?? [],
      ) as HTMLElement[];
      const name = button?.getAttribute('aria-label') ?? '';
      const [step] = /Next|Previous|\d+/.exec(name) ?? [];
      // not `isHydrated`: React adds its property while it still renders, so taps would be lost
      if (!button || button.closest('[data-hydrated]')) return;
      event.stopPropagation();
      taps.push(button);
      if (!step) return;
      const now = slides.findIndex(({ inert }) => !inert);
      const to = { Next: now + 1, Previous: now - 1 + slides.length }[step] ?? Number(step) - 1;
      const shown = slides[to % slides.length];
      for (const slide of slides) {
        slide.inert = slide !== shown;
        for (const part of [slide, ...slide.querySelectorAll('.invisible')]) {
          for (const hidden of ['invisible', 'opacity-0']) part.classList.toggle(hidden, slide !== shown);
        }
      }
    },
    true,
  );
}

export const withEarlyTaps = (page: string, nonce: string) =>
  / method="get"|aria-roledescription="carousel"/.test(page)
    ? page.replace('</head>', () => `<script nonce="${nonce}">(${takeEarlyTaps})()</script></head>`)
    : page;
